// Fuzz READER [libFuzzer's arguments]: feeds one reader, and stops at a code it may not give.

/// The door of libFuzzer for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

let names = ObjectReader.allCases.map(\.rawValue).joined(separator: ", ")
guard CommandLine.argc > 1, let reader = ObjectReader(rawValue: CommandLine.arguments[1]) else {
    fatalError("The first argument is one of: \(names)")
}

// libFuzzer takes the reader's name for its own program's.
var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv + 1

/// The reader cannot be captured by a C function, but globals can be seen by it.
let status = runDriver(&count, &arguments) { bytes, length in
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: length))
    if let code = reader.read(input), !reader.codes.contains(code) {
        fatalError("\(reader) gave \(code)")
    }
    return 0
}
if status != 0 { fatalError("libFuzzer ended with \(status)") }
