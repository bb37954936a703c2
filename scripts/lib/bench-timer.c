// bench-timer FIGURES COMMAND [ARGUMENT...]: runs the command and writes to the file FIGURES, in
// one line: wall microseconds, user and system microseconds, peak memory in KiB, wait status.
//
// A program of its own because the peak memory that the system reports for a process starts at
// what its parent held when it forked: under Python every command would seem to need 15 MB.

#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t of(struct timeval time) { return (int64_t)time.tv_sec * 1000000 + time.tv_usec; }

int main(int count, char **arguments) {
  if (count < 3) return 64;
  int64_t start = microseconds();
  pid_t child = fork();
  if (child < 0) return 71;
  if (child == 0) {
    execvp(arguments[2], arguments + 2);
    perror(arguments[2]);
    _exit(127);
  }
  int status = 0;
  struct rusage used;
  if (wait4(child, &status, 0, &used) != child) return 71;
  int64_t wall = microseconds() - start;
  long peak = used.ru_maxrss;
#ifdef __APPLE__
  peak /= 1024;
#endif
  FILE *figures = fopen(arguments[1], "w");
  if (figures == NULL) return 73;
  fprintf(figures, "%lld %lld %lld %ld %d\n", (long long)wall, (long long)of(used.ru_utime),
          (long long)of(used.ru_stime), peak, status);
  return fclose(figures) == 0 ? 0 : 74;
}
