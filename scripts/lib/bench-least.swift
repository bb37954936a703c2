// bench-least LENGTH [FIELD] [kept] <lines: the least work that could turn lines into rows. It reads
// blocks, finds the line ends, hashes what stands before the first FIELD (a character; the whole
// line without one), copies a ready answer of LENGTH bytes chosen by the hash, behind the line
// itself with `kept`, and writes blocks of 256 KiB to stdout. No parsing, no comparing, one thread:
// what a real run is held against.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

let inSize = 1 << 20
let outSize = 256 << 10
let answerCount = 1 << 14
let longest = 4096

/// Eight bytes a step; may read up to seven bytes past the end: the buffer has room for that.
@inline(__always)
func hashed(_ text: UnsafeRawPointer, _ length: Int) -> UInt64 {
  var hash = UInt64(length)
  var at = text
  var rest = length
  while rest > 8 {
    hash = (hash ^ at.loadUnaligned(as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    at += 8
    rest &-= 8
  }
  var word = at.loadUnaligned(as: UInt64.self)
  if rest < 8 { word &= (1 << (8 &* UInt64(rest))) &- 1 }
  hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
  return hash ^ hash >> 32
}

func writeAll(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
  var done = 0
  while done < count {
    let written = write(1, bytes + done, count - done)
    if written <= 0 { return false }
    done += written
  }
  return true
}

func run(length: Int, field: Int32?, keepsLine: Bool) -> Int32 {
  let given = UnsafeMutableRawPointer.allocate(byteCount: inSize + 8, alignment: 64)
  let out = UnsafeMutableRawPointer.allocate(byteCount: outSize, alignment: 64)
  let ready = UnsafeMutableRawPointer.allocate(byteCount: answerCount * length, alignment: 64)
  memset(ready, 97, answerCount * length)
  var held = 0
  var used = 0
  while true {
    let got = read(0, given + held, inSize - held)
    if got < 0 { return 66 }
    if got == 0 { return writeAll(out, used) ? 0 : 74 }
    held += got
    var line = UnsafeRawPointer(given)
    let stop = line + held
    while let end = memchr(line, 10, stop - line).map({ UnsafeRawPointer($0) }) {
      let kept = keepsLine ? end - line : 0
      if used &+ kept &+ length > outSize {
        if !writeAll(out, used) { return 74 }
        used = 0
        if kept &+ length > outSize { return 65 }
      }
      let first = field.flatMap { memchr(line, $0, end - line).map { UnsafeRawPointer($0) } } ?? end
      let answer = Int(hashed(line, first - line) & UInt64(answerCount - 1))
      if keepsLine { memcpy(out + used, line, kept) }
      memcpy(out + (used &+ kept), ready + answer &* length, length)
      used = used &+ kept &+ length
      line = end + 1
    }
    held = stop - line
    memmove(given, line, held)
    if held == inSize { return 65 }
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard let asked = arguments.first.flatMap({ Int($0) }), (1...longest).contains(asked) else {
  exit(64)
}
let separator = arguments.dropFirst().first { $0.utf8.count == 1 }?.utf8.first
exit(run(length: asked, field: separator.map { Int32($0) }, keepsLine: arguments.contains("kept")))
