#include <stdlib.h>
#include <uv.h>

#include "CPeers.h"

struct timer {
  uv_timer_t timer;
  uint64_t due;
};

static int fired, early, total;

static void ring(uv_timer_t *timer) {
  if (uv_now(timer->loop) < ((struct timer *)timer)->due) early++;
  if (++fired == total) uv_stop(timer->loop);
}

void libuv_firing(int count, struct firing_figures *figures) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  struct timer *timers = malloc((size_t)count * sizeof *timers);
  struct random_sequence sequence = {5};
  const uint64_t lead = 100000000u + (uint64_t)count * 1000u;
  uint64_t last = 0;
  total = count;
  uv_update_time(&loop);
  uint64_t origin = steady_nanoseconds();
  for (int number = 0; number < count; number++) {
    uint64_t delay = lead + random_below(&sequence, 1000000000u);
    uint64_t milliseconds = (delay + 999999) / 1000000;
    if (delay > last) last = delay;
    timers[number].due = uv_now(&loop) + milliseconds;
    uv_timer_init(&loop, &timers[number].timer);
    uv_timer_start(&timers[number].timer, ring, milliseconds, 0);
  }
  uint64_t processor = processor_nanoseconds();
  uv_run(&loop, UV_RUN_DEFAULT);
  figures->processor_nanoseconds = (double)(processor_nanoseconds() - processor) / count;
  figures->latest_seconds = (double)((int64_t)(steady_nanoseconds() - origin - last)) * 1e-9;
  figures->early = early;
}
