@testable import keychainctl

/// Lends text to a reader of files.
func lending<R>(
    _ text: String,
    _ body: (UnsafeRawBufferPointer) throws(TransferProblem) -> R
) throws(TransferProblem) -> R {
    try lending(Array(text.utf8), body)
}

/// Lends bytes to a reader of files.
func lending<R>(
    _ bytes: [UInt8],
    _ body: (UnsafeRawBufferPointer) throws(TransferProblem) -> R
) throws(TransferProblem) -> R {
    do {
        return try bytes.withUnsafeBytes { try body($0) }
    } catch let problem as TransferProblem {
        throw problem
    } catch {
        throw TransferProblem("\(error)")
    }
}
