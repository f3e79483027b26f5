import Foundation

/// The reader that `FUZZ_READER` names; libFuzzer has its own idea of arguments.
private let reader: ObjectReader = {
    let name = ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""
    if let reader = ObjectReader(rawValue: name) { return reader }
    let names = ObjectReader.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("FUZZ_READER is one of: \(names)")
}()

/// Feeds the reader, and stops at a code it may not give.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: length))
    if let code = reader.read(input), !reader.codes.contains(code) {
        fatalError("\(reader) gave \(code)")
    }
    return 0
}

/// The door of libFuzzer for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What the package manager makes the program's `main`.
///
/// The compiler turns a `main.swift` under `-sanitize=fuzzer` into a test of its own.
@_cdecl("Fuzz_main")
func start() -> CInt {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    return runDriver(&count, &arguments, testOneInput)
}
