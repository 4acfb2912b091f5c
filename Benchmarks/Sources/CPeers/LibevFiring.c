#include <ev.h>
#include <stdlib.h>

#include "CPeers.h"

struct timer {
  ev_timer timer;
  double due;
};

static int fired, early, total;

static void ring(struct ev_loop *loop, ev_timer *timer, int events) {
  (void)events;
  // libev compares deadlines with the loop's own time, which it reads once per wake-up.
  if (ev_now(loop) < ((struct timer *)timer)->due - 1e-6) early++;
  if (++fired == total) ev_break(loop, EVBREAK_ALL);
}

void libev_firing(int count, struct firing_figures *figures) {
  struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
  struct timer *timers = malloc((size_t)count * sizeof *timers);
  struct random_sequence sequence = {5};
  const double lead = 0.1 + count * 1e-6;
  double last = 0;
  total = count;
  uint64_t origin = steady_nanoseconds();
  ev_now_update(loop);
  for (int number = 0; number < count; number++) {
    double delay = lead + (double)random_below(&sequence, 1000000000u) * 1e-9;
    if (delay > last) last = delay;
    timers[number].due = ev_now(loop) + delay;
    ev_timer_init(&timers[number].timer, ring, delay, 0.);
    ev_timer_start(loop, &timers[number].timer);
  }
  uint64_t processor = processor_nanoseconds();
  ev_run(loop, 0);
  figures->processor_nanoseconds = (double)(processor_nanoseconds() - processor) / count;
  figures->latest_seconds = (double)(steady_nanoseconds() - origin) * 1e-9 - last;
  figures->early = early;
}
