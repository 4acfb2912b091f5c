#include <stdlib.h>
#include <uv.h>

#include "CPeers.h"

static uint64_t ticks;

static void tick(uv_timer_t *timer) {
  (void)timer;
  ticks++;
}

static void stop(uv_timer_t *timer) {
  uv_stop(timer->loop);
}

static void run_for(uv_loop_t *loop, double seconds) {
  uv_timer_t timer;
  uv_timer_init(loop, &timer);
  uv_update_time(loop);
  uv_timer_start(&timer, stop, (uint64_t)(seconds * 1000), 0);
  uv_run(loop, UV_RUN_DEFAULT);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_run(loop, UV_RUN_NOWAIT);
}

void libuv_live(int count, double seconds, struct live_figures *figures) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_timer_t *timers = malloc((size_t)count * sizeof *timers);
  struct random_sequence sequence = {6};
  for (int number = 0; number < count; number++) {
    uv_timer_init(&loop, &timers[number]);
    uv_timer_start(&timers[number], tick, random_below(&sequence, 1000), 1000);
  }
  run_for(&loop, 1.5);
  uint64_t start = steady_nanoseconds(), processor = processor_nanoseconds();
  uint64_t switches = voluntary_switches(), ticks_before = ticks;
  run_for(&loop, seconds);
  figures->elapsed_seconds = (double)(steady_nanoseconds() - start) * 1e-9;
  figures->processor_seconds = (double)(processor_nanoseconds() - processor) * 1e-9;
  figures->switches = voluntary_switches() - switches;
  figures->ticks = ticks - ticks_before;
}
