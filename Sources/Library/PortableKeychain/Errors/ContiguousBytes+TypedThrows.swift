internal import KeychainEssentials

extension ContiguousBytes {
    /// `withUnsafeBytes` that keeps the error type.
    func withRawBytes<R>(
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let result: Result<R, KeychainError> = withUnsafeBytes { bytes in
            do throws(KeychainError) { return .success(try body(bytes)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
