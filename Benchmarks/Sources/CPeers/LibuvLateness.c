#include <uv.h>

#include "CPeers.h"

static uint64_t due, every;
static int64_t *late;
static int next, total;

static void tick(uv_timer_t *timer) {
  due += every;
  late[next++] = (int64_t)(steady_nanoseconds() - due);
  if (next == total) uv_timer_stop(timer);
}

void libuv_lateness(int count, uint64_t interval, int64_t *lateness) {
  uv_loop_t loop;
  uv_timer_t timer;
  late = lateness, total = count, every = interval;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &timer);
  due = steady_nanoseconds();
  uv_timer_start(&timer, tick, interval / 1000000, interval / 1000000);
  uv_run(&loop, UV_RUN_DEFAULT);
}
