internal import KeychainEssentials
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The earlier versions of one item, the newest first, for the commands that show and restore them.
struct VersionList {
    /// A version, and what was different from the next one.
    struct Row {
        let kept: KeptItem
        let differences: [String]
    }

    let versions: [KeptItem]
    /// The item itself, if it exists.
    let present: ListedItem?
    private let keychain: Keychain

    /// Finds the versions of the only item that has a name, or had it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - choice: The choice between several items.
    ///   - keychain: The keychain.
    /// - Throws: ``Failure`` if no item has or had the name, or several.
    init(of name: String, _ choice: NameOptions, in keychain: Keychain) throws {
        self.keychain = keychain
        (versions, present) = try ItemHistory(keychain).versions(
            named: ItemName(name),
            choice.choice(for: .changing, among: .passkeysToo)
        )
    }

    /// Prints the secret of a version, by its number from 1.
    func show(_ number: Int) throws {
        let secret = try keychain.history.secret(of: version(number).version)
        SecretOutput.write(secret ?? SecretBytes([]))
    }

    /// Makes the item what it was in a version, by its number from 1, and says so.
    func restore(_ number: Int) throws {
        let kept = try version(number)
        let news = ChangeNews(of: keychain)
        try keychain.history.restore(kept.version)
        if !news.tell() { Terminal.say("\(kept.item.name) is again what it was.") }
    }

    private func version(_ number: Int) throws(Failure) -> KeptItem {
        guard versions.indices.contains(number - 1) else {
            throw Failure(
                .usage,
                "there is no version \(number) of this item",
                advice: "see 'keychainctl history' with the name for what there is"
            )
        }
        return versions[number - 1]
    }

    /// The versions with their differences.
    ///
    /// - Throws: Any error of reading secrets.
    func rows() throws -> [Row] {
        var rows: [Row] = []
        for (index, kept) in versions.enumerated() {
            let next = index == 0 ? nil : versions[index - 1]
            let follower = next?.item ?? present
            guard kept.version.cause == .changed, let follower else {
                rows.append(Row(kept: kept, differences: []))
                continue
            }
            let isSame = try hasSameSecret(kept, follower, next)
            let differences = kept.differences(from: follower, hasSameSecret: isSame)
            rows.append(Row(kept: kept, differences: differences))
        }
        return rows
    }

    /// Whether a version and the next one have the same secret; `nil` if reading them would ask the
    /// user.
    private func hasSameSecret(
        _ kept: KeptItem,
        _ follower: ListedItem,
        _ next: KeptItem?
    ) throws(KeychainError) -> Bool? {
        guard !kept.item.demandsProof, !follower.demandsProof else { return nil }
        let old = try keychain.history.secret(of: kept.version) ?? SecretBytes([])
        let new =
            if let next {
                try keychain.history.secret(of: next.version) ?? SecretBytes([])
            } else {
                try Items(keychain: keychain).secret(of: follower)
            }
        return old.matches(new)
    }
}

extension VersionList.Row {
    /// The time until when it was so, what ended it, and what was different.
    var fields: [String] {
        [
            kept.version.date.formatted(.iso8601), kept.version.cause.word,
            differences.joined(separator: " "),
        ]
    }

    /// The same for programs.
    var members: [(String, JSON)] {
        let ended: [(String, JSON)] = [
            ("until", .string(kept.version.date.formatted(.iso8601))),
            ("then", .string(kept.version.cause.word)),
            ("different", .array(differences.map { .string($0) })),
        ]
        return ended + kept.expiry + [("item", JSON.object(kept.item.json))]
    }
}

extension KeptItem {
    /// The time until which it is kept at least, for programs; nothing if that is not known.
    var expiry: [(String, JSON)] {
        keptUntil.map { [("expires", JSON.string($0.formatted(.iso8601)))] } ?? []
    }
}

extension EarlierVersion.Cause {
    /// The word for it in output.
    fileprivate var word: String {
        switch self {
        case .changed: "changed"
        case .deleted: "deleted"
        }
    }
}
