// bench-least LENGTH <list: the least work that could turn a list into rows. It reads blocks, finds
// the line ends, hashes each line, copies a ready answer of LENGTH bytes chosen by the hash, and
// writes blocks of 256 KiB to stdout. No parsing, no comparing, one thread: what a real run is held
// against.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { in_size = 1 << 20, out_size = 256 << 10, answers = 1 << 14, longest = 4096 };

// Eight bytes a step. May read up to seven bytes past the end: the buffer has room for that.
static uint64_t hashed(const char *line, size_t length) {
  uint64_t hash = length, word;
  while (length > 8) {
    memcpy(&word, line, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    line += 8;
    length -= 8;
  }
  memcpy(&word, line, 8);
  if (length < 8) word &= ((uint64_t)1 << (8 * length)) - 1;
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

static int write_all(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(1, bytes, count);
    if (written <= 0) return 0;
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}

int main(int count, char **arguments) {
  long asked = count == 2 ? atol(arguments[1]) : 0;
  if (asked < 1 || asked > longest) return 64;
  size_t length = (size_t)asked, held = 0, used = 0;
  char *in = malloc(in_size + 8), *out = malloc(out_size), *ready = malloc(answers * length);
  if (in == NULL || out == NULL || ready == NULL) return 71;
  for (size_t i = 0; i < answers * length; i++) ready[i] = (char)('a' + i % 26);
  for (;;) {
    ssize_t got = read(0, in + held, in_size - held);
    if (got < 0) return 66;
    if (got == 0) break;
    held += (size_t)got;
    char *line = in, *end;
    while ((end = memchr(line, '\n', held - (size_t)(line - in))) != NULL) {
      if (used + length > out_size) {
        if (!write_all(out, used)) return 74;
        used = 0;
      }
      size_t answer = hashed(line, (size_t)(end - line)) % answers;
      memcpy(out + used, ready + answer * length, length);
      used += length;
      line = end + 1;
    }
    held -= (size_t)(line - in);
    memmove(in, line, held);
    if (held == in_size) return 65;
  }
  return write_all(out, used) ? 0 : 74;
}
