extension Keychain {
    /// Bytes that differ after every change of an item, by whatever process, and after a lock.
    ///
    /// It is the sealed digest over all rows (`Specification/vault-format.md`), which changes with
    /// every write, and reveals nothing about items. Comparing two of them costs one read of one
    /// row, so a program can look several times a second.
    ///
    /// - Throws: A failure of the disk, or ``KeychainError/Code/unimplemented`` on a keeper that has
    ///   no such mark.
    package var changeMark: [UInt8] {
        get throws(KeychainError) { try managed(.changeMark).changeMark }
    }
}
