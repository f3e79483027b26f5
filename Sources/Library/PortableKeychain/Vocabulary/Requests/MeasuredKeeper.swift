/// A keeper of a keychain in a file that can be looked at.
package protocol MeasuredKeeper: ManagedKeeper {
    /// The number of bytes that are in use in the file.
    var contentLength: Int { get throws(KeychainError) }

    /// Whether the file is known to have been moved, removed or replaced after it was opened.
    var fileHasMoved: Bool { get }

    /// Whether deleted and replaced rows may still be in the log, after an attempt to empty it.
    var leavesRemains: Bool { get throws(KeychainError) }

    /// The items that the removal of the passcode destroys; no key is needed to count them.
    ///
    /// - Throws: Any error of the store.
    func passcodeItems() throws(KeychainError) -> PasscodeItems
}
