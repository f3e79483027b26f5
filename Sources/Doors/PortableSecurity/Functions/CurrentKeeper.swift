internal import PortableKeychain

/// The keychain that the functions use: that of the task, otherwise that of the process.
///
/// - Parameter open: The function that opens it.
/// - Returns: The keychain.
/// - Throws: ``KeychainError/Code/notAvailable`` if its file cannot be read. Code for Apple's
///   platforms knows no other number for that; the fault of the file is in the reason.
func currentKeeper(
    _ open: () throws(KeychainError) -> Keychain = { () throws(KeychainError) in
        try Keychain.current
    }
) throws(KeychainError) -> Keychain {
    do throws(KeychainError) {
        return try open()
    } catch {
        throw error.ofUnavailable
    }
}

/// Asks the keychain that the functions use.
///
/// - Parameter body: Calls it.
/// - Returns: The result of `body`.
/// - Throws: The same errors as ``currentKeeper(_:)``, also if the file is removed or replaced before
///   the keychain answers, or any other error of `body`.
func asking<R>(
    _ body: (Keychain) throws(KeychainError) -> R
) throws(KeychainError) -> R {
    let keychain = try currentKeeper()
    do throws(KeychainError) {
        return try body(keychain)
    } catch {
        guard error.code == .noSuchKeychain else { throw error }
        throw KeychainError(.notAvailable, reason: error.reason)
    }
}
