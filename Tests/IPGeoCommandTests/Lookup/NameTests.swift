import Dispatch
import IPGeoAddresses
import IPGeoCore
import Synchronization
import Testing

@testable import IPGeoCommand

/// Host names, and what the system's resolver says of them.
@Suite struct NameTests {
  private static let forever: Int64 = 1_000_000_000_000

  private func name(_ word: String) -> String? { HostNameText(Array(word.utf8))?.text }

  @Test(arguments: [
    ("dns.google", "dns.google"), ("localhost", "localhost"), ("DNS.Google.", "DNS.Google"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("a_b.c-d.example", "a_b.c-d.example"),
    (" dns.google,", "dns.google"), ("dns.google:443", "dns.google"), ("1.2.3.com", "1.2.3.com"),
  ])
  func `a name is given to the resolver without what is around it`(word: String, text: String) {
    let found = name(word)
    #expect(found == text || found == text + ".", "\(String(describing: found))")
  }

  @Test(arguments: [
    "8.8.8.8", "x", "0x8.0x8.0x8.0x8", "8.8.0x8", "0x08080808", "134744072", "8.8.8",
    "bücher.example",
    "", "a.-b.example", "a b.example", "dns.google/x", "..", "1.2.3.4x",
    String(repeating: "a", count: 64) + ".example", String(repeating: "a.", count: 127) + "example",
  ])
  func `nothing that a resolver would guess an address from is given to it`(word: String) {
    #expect(name(word) == nil)
  }

  @Test func `an item becomes its first address, and keeps its name`() async throws {
    let (first, second) = (try #require(IPAddress("9.9.9.9")), try #require(IPAddress("8.8.4.4")))
    let resolver = NameResolver(
      ask: { name in
        switch name {
        case "two.example": .addresses([first, second])
        case "none.example": .none
        default: .failed("temporary failure")
        }
      }, deadline: Self.forever)
    let words = ["8.8.8.8", "two.example:80", "none.example", "odd.example", "x"]
    let items = await NamedItems.resolve(words.map { LookupItem(Array($0.utf8)) }, by: resolver)
    #expect(items[1].subject == .address(first) && items[1].name == "two.example")
    #expect(String(decoding: items[1].text, as: UTF8.self) == "9.9.9.9")
    #expect(items[2].subject == .invalid(.hostname) && items[2].name == "none.example")
    guard case .unresolved(let failure) = items[3].subject else {
      Issue.record("\(items[3])")
      return
    }
    #expect(failure.reason == .unreachable && failure.message.contains("temporary failure"))
    // It is the resolver's fault, not the service's.
    let result = LookupResult(item: items[3], verdict: .outcome(.failed(failure)))
    #expect(
      LookupWords.text(result)
        == "the system's resolver failed: temporary failure; try again later")
    #expect([items[0], items[4]].allSatisfy { $0.name == nil })
  }

  @Test func `each name is asked about once, and many at the same time at most eight`() async {
    let state = Mutex((asked: [String](), now: 0, most: 0))
    let resolver = NameResolver(
      ask: { name in
        state.withLock {
          $0.asked.append(name)
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        defer { state.withLock { $0.now -= 1 } }
        return .none
      }, deadline: Self.forever)
    let words = (0..<40).map { "n\($0 % 20).example" }
    _ = await NamedItems.resolve(words.map { LookupItem(Array($0.utf8)) }, by: resolver)
    let seen = state.withLock { $0 }
    #expect(seen.asked.count == 20 && seen.most <= 8)
  }

  @Test func `a resolver that hangs is late, and left to itself`() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let resolver = NameResolver(
      ask: { _ in
        gate.wait()
        return .none
      }, deadline: 1_000_000)
    let name = try #require(HostNameText(Array("slow.example".utf8)))
    #expect(await resolver.resolve([name]) == [name: .late])
  }

  @Test func `cancelling ends the wait`() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let started = Atomic(false)
    let resolver = NameResolver(
      ask: { _ in
        gate.wait()
        return .none
      }, deadline: Self.forever)
    let name = try #require(HostNameText(Array("slow.example".utf8)))
    let task = Task {
      started.store(true, ordering: .releasing)
      return await resolver.resolve([name])
    }
    while !started.load(ordering: .acquiring) { await Task.yield() }
    task.cancel()
    #expect(await task.value == [name: .cancelled])
  }

  @Test func `the system knows localhost`() async throws {
    let resolver = NameResolver(deadline: Self.forever)
    let name = try #require(HostNameText(Array("localhost".utf8)))
    guard case .addresses(let addresses)? = await resolver.resolve([name])[name] else {
      Issue.record("localhost is not known")
      return
    }
    #expect(addresses.allSatisfy { $0.specialBlock?.name == "loopback" })
  }
}
