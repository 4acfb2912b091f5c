// The calls of notify(3) that we use: the wheel lacks this header of Apple's.
#ifndef NOTIFY_H
#define NOTIFY_H

#include <stdint.h>

#define NOTIFY_STATUS_OK 0

uint32_t notify_register_file_descriptor(
    const char *name, int *notify_fd, int flags, int *out_token);
uint32_t notify_cancel(int token);

#endif
