import PortableKeychain

/// The code that a body fails with, or `nil` when it succeeds.
func failure<R>(of body: () throws -> R) rethrows -> KeychainError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as KeychainError {
        return error.code
    }
}
