// Runs natively compiled random programs many times and reports what each run ended with, one line a run:
//   PROGRAM done V V V ...    the observed variables
//   PROGRAM assert N          assertion N failed
//   PROGRAM hang              all threads sleep and nothing will wake them
//   PROGRAM slow              neither, within the time limit
// usage: BATCH RUNS SEED
#define _GNU_SOURCE
#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern int (*const programs[])(void);
extern const int programCount;

static unsigned seed;
static int current;
static _Thread_local unsigned state;

static unsigned draw(void) {
  if (state == 0) state = (seed ^ (unsigned)(size_t)&state) * 2654435761u | 1u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

_Bool __VERIFIER_nondet_bool(void) { return draw() >> 7 & 1; }

// Moves the interleaving about.
void shake(void) {
  const unsigned r = draw() >> 5;
  if (r % 4 == 0)
    sched_yield();
  else if (r % 8 == 1)
    usleep(r / 16 % 60);
  else if (r % 8 == 2)
    for (volatile unsigned spin = r / 8 % 400; spin > 0; spin--) {
    }
}

// At a thread's beginning: otherwise the first thread is done before the second is there.
void start(void) {
  const unsigned r = draw() >> 5;
  if (r % 4 != 0) usleep(r / 4 % 150);
}

static void report(const char *text) {
  char line[256];
  const int n = snprintf(line, sizeof line, "%d %s\n", current, text);
  if (write(1, line, (size_t)n) != n) _exit(2);
  _exit(0);
}

void check(int id, int cond) {
  char text[32];
  if (cond) return;
  snprintf(text, sizeof text, "assert %d", id);
  report(text);
}

void observe(int n, int *values) {
  char text[200] = "done";
  size_t used = 4;
  for (int i = 0; i < n; i++) used += (size_t)snprintf(text + used, sizeof text - used, " %d", values[i]);
  report(text);
}

// Every thread of the process sleeps (and so no timer, no runnable thread can move it).
static int allAsleep(pid_t pid) {
  char path[300];
  struct dirent *entry;
  int asleep = 1;
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *tasks = opendir(path);
  if (!tasks) return 0;
  while (asleep && (entry = readdir(tasks))) {
    char text[512], *state_;
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)pid, entry->d_name);
    FILE *f = fopen(path, "r");
    if (!f) {
      asleep = 0;
      break;
    }
    if (!fgets(text, sizeof text, f) || !(state_ = strrchr(text, ')')) || state_[2] != 'S') asleep = 0;
    fclose(f);
  }
  closedir(tasks);
  return asleep;
}

static void nap(long microseconds) {
  struct timespec t = {0, microseconds * 1000};
  nanosleep(&t, NULL);
}

// 1: it hung.
static int await(pid_t pid) {
  int status, asleep = 0;
  for (int waited = 0; waited < 4000; waited++) {
    if (waitpid(pid, &status, WNOHANG) == pid) {
      if (WIFSIGNALED(status)) printf("%d signal %d\n", current, WTERMSIG(status));
      return 0;
    }
    nap(waited < 100 ? 100 : 2000);
    // A nap inside shake() is asleep too, but not for so many looks in a row.
    asleep = allAsleep(pid) ? asleep + 1 : 0;
    if (asleep == 120) break;
  }
  kill(pid, 9);
  waitpid(pid, &status, 0);
  printf("%d %s\n", current, asleep >= 120 ? "hang" : "slow");
  return 1;
}

int main(int argc, char **argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 10;
  const unsigned first = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
  for (current = 0; current < programCount; current++) {
    int hangs = 0;
    for (int run = 0; run < runs && hangs < 2; run++) {
      seed = first + (unsigned)run * 7919u;
      fflush(stdout);
      const pid_t pid = fork();
      if (pid == 0) {
        programs[current]();
        _exit(0);
      }
      hangs += await(pid);
    }
  }
  return 0;
}
