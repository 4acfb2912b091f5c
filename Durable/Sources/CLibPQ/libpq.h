// The client library of PostgreSQL, as the system has it.
#include <libpq-fe.h>
