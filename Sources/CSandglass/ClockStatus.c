#include <errno.h>
#include <sys/time.h>
#include <sys/timex.h>

#include "ClockStatus.h"

// Musl and Android have only Linux's name of the call.
#ifdef __linux__
#define ntp_adjtime adjtimex
#endif

struct sandglass_clock_status sandglass_clock_status_read(void) {
  // If no mode is set, the call only reads the status.
  struct timex clock = {.modes = 0};
  int state = ntp_adjtime(&clock);
  struct sandglass_clock_status status = {0};
  if (state < 0) {
    status.failure = errno;
    return status;
  }
  status.is_synchronized = state != TIME_ERROR && (clock.status & STA_UNSYNC) == 0;
  status.maximum_error = clock.maxerror;
  status.pending_correction = (int64_t)clock.offset * (clock.status & STA_NANO ? 1 : 1000);
  return status;
}
