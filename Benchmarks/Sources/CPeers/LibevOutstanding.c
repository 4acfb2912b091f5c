#include <ev.h>
#include <stdlib.h>

#include "CPeers.h"

static struct ev_loop *loop;
static ev_timer *timers;

static void ring(struct ev_loop *loop, ev_timer *timer, int events) {
  (void)loop, (void)timer, (void)events;
}

static inline void arm(int number, uint64_t delay) {
  ev_timer_set(&timers[number], (double)delay * 1e-9, 0.);
  ev_timer_start(loop, &timers[number]);
}

static inline void cancel(int number) {
  ev_timer_stop(loop, &timers[number]);
}

// libev recommends this for moving a timer: the delay is stored in `repeat`, and `again` moves the timer within the
// heap.
static inline void move(int number, uint64_t delay) {
  timers[number].repeat = (double)delay * 1e-9;
  ev_timer_again(loop, &timers[number]);
}

#include "Outstanding.h"

void libev_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures) {
  loop = ev_loop_new(EVFLAG_AUTO);
  uint64_t bytes_before = allocated_bytes();
  timers = malloc((size_t)request.count * sizeof *timers);
  for (int number = 0; number < request.count; number++) ev_init(&timers[number], ring);
  measure_outstanding(request, bytes_before, figures);
}
