extension VaultFileChange {
    /// The largest file in bytes: the keys of some thousand devices.
    package static let longest = 16 << 20

    /// Whether an engine takes it: every engine refuses the others, whatever its store could do.
    package var isStorable: Bool {
        VaultPath.isPlain(path) && bytes?.count ?? 0 <= Self.longest
    }
}

extension VaultPath {
    /// Whether a path is one that vaults have: small letters and digits, in folders.
    ///
    /// Any other could mean something to the store: another folder, a setting, a hidden file.
    package static func isPlain(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return path.utf8.count <= 200
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
            }
    }
}
