#include <ev.h>
#include <stdlib.h>

#include "CPeers.h"

static uint64_t ticks;

static void tick(struct ev_loop *loop, ev_timer *timer, int events) {
  (void)loop, (void)timer, (void)events;
  ticks++;
}

static void stop(struct ev_loop *loop, ev_timer *timer, int events) {
  (void)timer, (void)events;
  ev_break(loop, EVBREAK_ALL);
}

static void run_for(struct ev_loop *loop, double seconds) {
  ev_timer timer;
  ev_timer_init(&timer, stop, seconds, 0.);
  ev_now_update(loop);
  ev_timer_start(loop, &timer);
  ev_run(loop, 0);
}

void libev_live(int count, double seconds, struct live_figures *figures) {
  struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
  ev_timer *timers = malloc((size_t)count * sizeof *timers);
  struct random_sequence sequence = {6};
  for (int number = 0; number < count; number++) {
    double phase = (double)random_below(&sequence, 1000000000u) * 1e-9;
    ev_timer_init(&timers[number], tick, phase, 1.);
    ev_timer_start(loop, &timers[number]);
  }
  run_for(loop, 1.5);
  uint64_t start = steady_nanoseconds(), processor = processor_nanoseconds();
  uint64_t switches = voluntary_switches(), ticks_before = ticks;
  run_for(loop, seconds);
  figures->elapsed_seconds = (double)(steady_nanoseconds() - start) * 1e-9;
  figures->processor_seconds = (double)(processor_nanoseconds() - processor) * 1e-9;
  figures->switches = voluntary_switches() - switches;
  figures->ticks = ticks - ticks_before;
}
