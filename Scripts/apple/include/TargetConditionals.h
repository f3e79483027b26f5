// The check defines SYSTEM_macOS or SYSTEM_iOS.
#if defined(SYSTEM_macOS)
#define TARGET_OS_OSX 1
#else
#define TARGET_OS_OSX 0
#endif
