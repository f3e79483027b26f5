internal import KeychainctlKit
internal import KeychainLibC
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import Transfer

/// The removal of what cannot be opened from a keychain, for `keychainctl verify --repair`.
struct KeychainRepair {
    private let place: KeychainChoice
    private let isConfirmed: Bool

    /// Makes a repair.
    ///
    /// - Parameters:
    ///   - place: The keychain.
    ///   - isConfirmed: Whether the user is not asked.
    init(_ place: KeychainChoice, isConfirmed: Bool) {
        (self.place, self.isConfirmed) = (place, isConfirmed)
    }

    /// Says what a repair removes, asks, copies the files, and repairs the keychain.
    ///
    /// - Parameter keychain: The keychain, opened from its file.
    /// - Throws: ``Failure`` if the user refuses; any error of the keychain or of the copy, after which
    ///   nothing is changed.
    func perform(_ keychain: Keychain) throws {
        let damage = try keychain.damage()
        guard damage.isRepairable else {
            return Terminal.say("There is nothing that a repair removes.")
        }
        Self.say(damage)
        let question =
            Self.isLoss(damage)
            ? "Copy the files, and remove what cannot be opened?"
            : "Copy the files, and repair the keychain?"
        guard try isConfirmed || Terminal.confirm(question) else {
            throw Failure(
                .declined,
                "nothing was changed",
                advice: "a backup brings back what cannot be opened: see 'keychainctl restore'"
            )
        }
        var copied: String?
        let removed = try Failure.Passage.through { passage throws(KeychainError) in
            try keychain.repair { () throws(KeychainError) in
                try passage { copied = try copyFiles() }
            }
        }
        Terminal.say(
            (Self.isLoss(removed) ? "\(Self.what(removed)) removed" : "The keychain is repaired")
                + "; the files as they were: \(copied ?? "none")."
        )
    }

    /// The advice for a damaged keychain.
    ///
    /// - Parameter keychain: The keychain.
    /// - Returns: The advice; it names the items whose secrets are lost before.
    static func advice(_ keychain: Keychain) -> String {
        let backup = "restore it from a backup"
        guard let damage = try? keychain.damage() else { return backup }
        if !damage.withoutSecret.isEmpty {
            Terminal.say("The secrets of these items cannot be opened:")
            NewFile.sayNames(damage.withoutSecret)
        }
        if damage.stateCount > 0 {
            Terminal.say(
                "\(counted(damage.stateCount, "row")) of the software's own state cannot be opened; if the "
                    + "keychain is synchronized, 'keychainctl sync leave' removes that state."
            )
        }
        guard !damage.isRepairable else {
            return "\(backup), or remove what is damaged with 'keychainctl verify --repair'"
        }
        guard !damage.withoutSecret.isEmpty else { return backup }
        return "\(backup), or store new secrets with 'keychainctl set'"
    }

    private static func say(_ damage: DamageReport) {
        if isLoss(damage) {
            Terminal.say("Cannot be opened by any program: \(what(damage)).")
        } else if damage.isStructureDamaged {
            Terminal.say(
                "The file is damaged beside the items, which all open: its indexes, or its free space."
            )
        }
        if damage.isSetChanged {
            Terminal.say(
                "Other software removed, added or changed items. The items that are left open, and are taken for all."
            )
        }
    }

    private static func what(_ damage: DamageReport) -> String {
        let items = damage.itemCount > 0 ? [counted(damage.itemCount, "item")] : []
        let versions =
            damage.historyCount > 0 ? [counted(damage.historyCount, "earlier version")] : []
        let rows = damage.unreadableCount
        let pages =
            rows > 0
            ? [counted(rows, "item or version", "items or versions") + " in damaged pages"] : []
        return (items + versions + pages).joined(separator: ", ")
    }

    private static func isLoss(_ damage: DamageReport) -> Bool {
        damage.itemCount + damage.historyCount + damage.unreadableCount > 0
    }

    /// Copies the file and its log beside them, under a name that no keychain has.
    ///
    /// - Returns: The path of the copy; that of the log's copy ends in `-wal`.
    /// - Throws: ``Failure``.
    private func copyFiles() throws -> String {
        let file = try Keychain.path(of: place.file, configuration: .tool)
        let copy = Self.freePath(beside: file)
        var isCopied = false
        defer { if !isCopied { unlink(copy) } }
        try Self.copy(file, to: copy)
        var facts = stat()
        if stat(file + "-wal", &facts) == 0, facts.st_size > 0 {
            try Self.copy(file + "-wal", to: copy + "-wal")
        }
        isCopied = true
        return copy
    }

    private static func freePath(beside file: String) -> String {
        let suffix = ".keychain"
        let base =
            (file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file) + ".damaged"
        var (path, number) = (base, 2)
        while access(path, F_OK) == 0 || access(path + "-wal", F_OK) == 0 {
            path = "\(base)-\(number)"
            number += 1
        }
        return path
    }

    private static func copy(_ file: String, to path: String) throws {
        let source = try NamedFile.open(file)
        defer { close(source) }
        try NewFile.write(to: path) { content in
            guard lseek(source, 0, SEEK_SET) == 0 else {
                throw Failure(cannot: "read", file, errno)
            }
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { room.deallocate() }
            while true {
                let count = read(source, room.baseAddress, room.count)
                guard count >= 0 else { throw Failure(cannot: "read", file, errno) }
                guard count > 0 else { return }
                try content.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
            }
        }
    }
}
