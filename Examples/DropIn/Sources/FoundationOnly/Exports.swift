// One file with this line makes the module visible in all files of the target, as Foundation does
// on Apple's platforms.
@_exported import Security
