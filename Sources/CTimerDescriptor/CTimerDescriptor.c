#ifdef __linux__
#define _GNU_SOURCE
#include <pthread.h>
#endif

#include "CTimerDescriptor.h"

#ifdef __linux__
void sandglass_name_thread(const char *name) {
  pthread_setname_np(pthread_self(), name);
}
#endif
