// This line makes the module visible in all files of the target, as Foundation does on Apple's
// platforms; there it changes nothing.
@_exported import Security
