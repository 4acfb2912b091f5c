#include <ev.h>

#include "CPeers.h"

static uint64_t due, every;
static int64_t *late;
static int next, total;

static void tick(struct ev_loop *loop, ev_timer *timer, int events) {
  (void)timer, (void)events;
  due += every;
  late[next++] = (int64_t)(steady_nanoseconds() - due);
  if (next == total) ev_break(loop, EVBREAK_ALL);
}

void libev_lateness(int count, uint64_t interval, int64_t *lateness) {
  struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
  ev_timer timer;
  late = lateness, total = count, every = interval;
  ev_now_update(loop);
  due = steady_nanoseconds();
  ev_timer_init(&timer, tick, (double)interval * 1e-9, (double)interval * 1e-9);
  ev_timer_start(loop, &timer);
  ev_run(loop, 0);
}
