#include <stdlib.h>
#include <uv.h>

#include "CPeers.h"

static uv_loop_t loop;
static uv_timer_t *timers;

static void ring(uv_timer_t *timer) {
  (void)timer;
}

static inline void arm(int number, uint64_t delay) {
  uv_timer_start(&timers[number], ring, (delay + 999999) / 1000000, 0);
}

static inline void cancel(int number) {
  uv_timer_stop(&timers[number]);
}

// Starting a timer that is already running moves it.
static inline void move(int number, uint64_t delay) {
  arm(number, delay);
}

#include "Outstanding.h"

void libuv_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures) {
  uv_loop_init(&loop);
  uint64_t bytes_before = allocated_bytes();
  timers = malloc((size_t)request.count * sizeof *timers);
  for (int number = 0; number < request.count; number++) uv_timer_init(&loop, &timers[number]);
  measure_outstanding(request, bytes_before, figures);
}
