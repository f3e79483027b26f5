import Foundation

/// The reader that `FUZZ_READER` names; libFuzzer has its own idea of arguments.
private let read: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""
    if let reader = ObjectReader(rawValue: name) {
        return { bytes in
            // It may give some codes, and no other.
            if let code = reader.read(bytes), !reader.codes.contains(code) {
                fatalError("\(reader) gave \(code)")
            }
        }
    }
    if let reader = KeychainReader(rawValue: name) {
        return { bytes in
            if let code = reader.read(bytes), !reader.codes.contains(code) {
                fatalError("\(reader) gave \(code)")
            }
        }
    }
    if let reader = ForeignReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = AgentReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = HelperReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = TransferReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = SecurityReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = FIDO2Reader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = RulesReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = TPMReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = ServiceReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = CallReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = SyncReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = EtcdReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = BrowserReader(rawValue: name) { return { _ = reader.read($0) } }
    if let reader = PasskeyReader(rawValue: name) { return { _ = reader.read($0) } }
    let names =
        ObjectReader.allCases.map(\.rawValue) + ForeignReader.allCases.map(\.rawValue)
        + AgentReader.allCases.map(\.rawValue) + HelperReader.allCases.map(\.rawValue)
        + KeychainReader.allCases.map(\.rawValue) + TransferReader.allCases.map(\.rawValue)
        + SecurityReader.allCases.map(\.rawValue) + FIDO2Reader.allCases.map(\.rawValue)
        + RulesReader.allCases.map(\.rawValue) + TPMReader.allCases.map(\.rawValue)
        + ServiceReader.allCases.map(\.rawValue) + CallReader.allCases.map(\.rawValue)
        + SyncReader.allCases.map(\.rawValue) + EtcdReader.allCases.map(\.rawValue)
        + BrowserReader.allCases.map(\.rawValue) + PasskeyReader.allCases.map(\.rawValue)
    fatalError("FUZZ_READER is one of: \(names.joined(separator: ", "))")
}()

/// Feeds the reader.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    read([UInt8](UnsafeBufferPointer(start: bytes, count: length)))
    return 0
}

/// The door of libFuzzer for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The function that the package manager makes the program's `main`.
///
/// The compiler turns a `main.swift` under `-sanitize=fuzzer` into a test of its own.
@_cdecl("Fuzz_main")
func start() -> CInt {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    return runDriver(&count, &arguments, testOneInput)
}
