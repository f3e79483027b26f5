#if !defined(SYSTEM_macOS)
#error "libproc.h is on macOS only"
#endif
#include <stdint.h>
int proc_pidpath(int process, void *buffer, uint32_t size);
