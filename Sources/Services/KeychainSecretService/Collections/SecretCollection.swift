internal import ForeignCrypto
@_spi(Keepers) internal import PortableKeychain

/// A collection on the bus: the items of one keychain that belong to it, and their index.
///
/// It is used by one thread. ``refresh()`` comes before everything else in each message, because other
/// processes change the keychain too, and lock it.
final class SecretCollection {
    /// The name of the keychain.
    let name: String
    /// Whether it is locked, as of the last ``refresh()``.
    private(set) var isLocked = false
    /// The name that a program gave it; `nil` if none did.
    private(set) var label: String?

    /// The keychain, for the two groups of the service.
    let keychain: Keychain
    private let entropy: KeychainEntropy
    /// Whether items have companions: not in a collection that is never locked.
    private let hasCompanions: Bool
    private var index = ItemIndex()
    /// The links whose items are gone, which are not shown; an item with their attributes replaces them.
    private var dangling = ItemIndex()
    /// `nil` for a locked keychain in which nothing was ever stored.
    private var tokens: SearchTokens?
    /// The keychain's mark when the index was made.
    private var mark: [UInt8]?
    /// Whether this process wrote since the index was made: another one may have written just
    /// before, and the mark shows no difference.
    private var needsReview = false

    /// The number of attempts, each of which fails if another process stores or deletes the same item first.
    private static let attempts = 3

    init(
        _ name: String,
        _ keychain: Keychain,
        entropy: KeychainEntropy,
        hasCompanions: Bool = true
    ) throws(KeychainError) {
        self.name = name
        self.keychain = try keychain.withAccessGroups(ItemGroups.all)
        self.entropy = entropy
        self.hasCompanions = hasCompanions
    }

    // MARK: Following the keychain

    /// Takes in the changes since the last message.
    func refresh() throws(KeychainError) {
        let isLocked = try keychain.lockState != .unlocked
        // Before the items: a change in between is found the next time.
        let present = try keychain.changeMark
        guard mark != present || isLocked != self.isLocked else { return }
        try rebuild(isLocked, present)
    }

    /// Reads the items again if another process may have changed them unseen.
    func review() throws(KeychainError) {
        guard needsReview else { return }
        try rebuild(try keychain.lockState != .unlocked, try keychain.changeMark)
    }

    private func rebuild(_ isLocked: Bool, _ mark: [UInt8]) throws(KeychainError) {
        self.mark = nil
        label = try ItemGroups.label(keychain)
        if isLocked {
            try readCompanions()
        } else {
            try readItems()
        }
        (self.isLocked, self.mark, needsReview) = (isLocked, mark, false)
    }

    private func readItems() throws(KeychainError) {
        let tokens = try ItemGroups.tokenKey(keychain, entropy, mending: true)
        self.tokens = tokens
        let search = ItemGroups.request(.copyMatching, nil, returning: .attributes)
        var (index, dangling) = (ItemIndex(), ItemIndex())
        for found in try keychain.answer(to: search)?.items ?? [] {
            guard let stored = found.attributes else { continue }
            let item = Self.item(stored, tokens)
            if item.details?.isLink == true, try ExposedItems.isDangling(item.name, in: keychain) {
                dangling.put(item)
            } else {
                index.put(item)
            }
        }
        (self.index, self.dangling) = (index, dangling)
        if hasCompanions { try repairCompanions() }
    }

    /// While the keychain is locked: names and tokens.
    private func readCompanions() throws(KeychainError) {
        var index = ItemIndex()
        for (name, tokens) in try companions() {
            index.put(ItemIndex.Item(name: name, tokens: tokens, details: nil))
        }
        self.index = index
        guard index.count > 0 else { return }
        do throws(KeychainError) {
            tokens = try ItemGroups.tokenKey(keychain, entropy)
        } catch  where error.code == .corrupt {
            // Until the keychain is unlocked, each item may be the one that is meant.
            tokens = nil
        }
    }

    private func companions() throws(KeychainError) -> [(String, [UInt64])] {
        let found = try keychain.answer(to: ItemGroups.companionSearch)?.items ?? []
        return found.compactMap(\.attributes).map {
            (ItemGroups.name(in: $0), ItemGroups.tokens(in: $0))
        }
    }

    /// Gives companions to items that came in another way, such as from a backup or the trash.
    private func repairCompanions() throws(KeychainError) {
        var present: [String: [UInt64]] = [:]
        for (name, tokens) in try companions() { present[name] = tokens }
        var steps: [ItemStep] = []
        for item in index.all where present.removeValue(forKey: item.name) != item.tokens {
            steps.append(ItemGroups.companionStep(item.name, item.tokens))
        }
        steps += present.keys.map { ItemGroups.companionDeletion($0) }
        guard !steps.isEmpty else { return }
        _ = try keychain.performTogether(steps)
    }

    private static func item(_ stored: ItemAttributes, _ tokens: SearchTokens) -> ItemIndex.Item {
        let details = ItemGroups.details(in: stored)
        return ItemIndex.Item(
            name: ItemGroups.name(in: stored),
            tokens: tokens.numbers(details.attributes),
            details: details
        )
    }

    // MARK: Reading

    /// All items.
    var items: [ItemIndex.Item] { index.all }

    /// One item.
    subscript(name: String) -> ItemIndex.Item? { index[name] }

    /// The items that have all these attributes; all of them if there are none.
    func items(having wanted: SearchAttributes) -> [ItemIndex.Item] {
        guard !wanted.isEmpty else { return items }
        guard let tokens else { return items }
        return index.having(wanted, tokens.numbers(wanted))
    }

    // MARK: Changing

    /// Stores an item, or replaces the secret of one with equal attributes; returns its name, and
    /// whether it is new.
    ///
    /// A new item has the dates in its details, or the present time if there are none.
    func create(
        _ details: ItemIndex.Details,
        _ secret: SecretBytes,
        replaces: Bool
    ) throws(KeychainError) -> (name: String, isNew: Bool) {
        for attempt in 1... {
            do throws(KeychainError) {
                return try createOnce(details, secret, replaces: replaces, attempt)
            } catch {
                // Another process has just stored the item, or deleted the one to replace.
                guard [.duplicateItem, .itemNotFound].contains(error.code), attempt < Self.attempts
                else { throw error }
                try rebuild(isLocked, try keychain.changeMark)
            }
        }
        throw KeychainError(.internalError)
    }

    private func createOnce(
        _ details: ItemIndex.Details,
        _ secret: SecretBytes,
        replaces: Bool,
        _ attempt: Int
    ) throws(KeychainError) -> (name: String, isNew: Bool) {
        let numbers = try unlockedTokens().numbers(details.attributes)
        let equal = index.having(numbers).first {
            $0.tokens == numbers && $0.details?.attributes == details.attributes
        }
        let old = equal ?? (replaces ? twin(of: details.attributes.distinctive) : nil)
        if replaces, let old {
            // Its attributes stay, and so does its companion.
            let changes: ItemAttributes = [
                .label: .string(details.label), .description: .string(details.contentType),
            ]
            try update(old.name, changes, secret)
            return (old.name, false)
        }
        let gone = dangling.having(numbers)
            .filter { $0.details?.attributes == details.attributes }.map(\.name)
        // Other processes that store the same at this moment count as this one does.
        let random: Int = entropy.bytes(3).reduce(2) { $0 << 8 | Int($1) }
        let name = freeName(details.attributes, gone, replaces || attempt == 1 ? 1 : random)
        let addition = ItemStep(ItemGroups.addition(name, details, secret))
        let deletion = ItemGroups.deletion(ofLinks: gone)
        try write(deletion + [addition] + companion(name, numbers))
        for name in gone { dangling.remove(name) }
        try reread(name)
        return (name, true)
    }

    /// An item that has these attributes, and perhaps the schema of items of no special kind: gnome-keyring may have added
    /// it before the item was imported.
    private func twin(of distinctive: SearchAttributes) -> ItemIndex.Item? {
        items(having: distinctive).first { $0.details?.attributes.distinctive == distinctive }
    }

    /// Changes attributes and perhaps the secret of an item.
    func update(
        _ name: String,
        _ attributes: ItemAttributes,
        _ secret: SecretBytes? = nil
    ) throws(KeychainError) {
        // The other item is its owner's; a program of the desktop only sees it.
        guard secret == nil || index[name]?.details?.isLink != true else {
            throw KeychainError(
                .readOnly,
                reason: "This item shows another one of the keychain. Change that one."
            )
        }
        let changes = ItemChanges(attributes: attributes, secret: secret)
        var steps = [ItemStep(ItemGroups.request(.update(changes), name))]
        if case .data(let bytes) = attributes[.generic],
            let pairs = SearchAttributes(encoded: Array(bytes))
        {
            steps += companion(name, try unlockedTokens().numbers(pairs))
        }
        try write(steps)
        try reread(name)
    }

    func delete(_ name: String) throws(KeychainError) {
        var steps = [ItemStep(ItemGroups.request(.delete, name))]
        if hasCompanions { steps.append(ItemGroups.companionDeletion(name)) }
        try write(steps)
        index.remove(name)
    }

    func setLabel(_ label: String) throws(KeychainError) {
        try write([ItemGroups.labelStep(label)])
        self.label = label
    }

    /// Locks the keychain for all of the user's processes; returns whether it has a passcode.
    func lock() throws(KeychainError) -> Bool {
        guard hasCompanions, try keychain.hasPasscode else { return false }
        if !isLocked { try keychain.lock() }
        try refresh()
        return isLocked
    }

    /// Whether it is unlocked now and has a passcode.
    var isWaitingToBeLocked: Bool {
        guard let state = try? keychain.lockState, state == .unlocked else { return false }
        return (try? keychain.hasPasscode) == true
    }

    private func companion(_ name: String, _ tokens: [UInt64]) -> [ItemStep] {
        hasCompanions ? [ItemGroups.companionStep(name, tokens)] : []
    }

    private func unlockedTokens() throws(KeychainError) -> SearchTokens {
        guard !isLocked, let tokens else { throw KeychainError(.locked) }
        return tokens
    }

    private func write(_ steps: [ItemStep]) throws(KeychainError) {
        _ = try keychain.performTogether(steps)
        mark = try keychain.changeMark
        needsReview = true
    }

    private func reread(_ name: String) throws(KeychainError) {
        let search = ItemGroups.request(.copyMatching, name, returning: .attributes)
        guard let stored = try keychain.answer(to: search)?.items.first?.attributes else {
            return index.remove(name)
        }
        index.put(Self.item(stored, try unlockedTokens()))
    }

    /// A digest of the attributes, with a number if there are several such items.
    private func freeName(_ attributes: SearchAttributes, _ gone: [String], _ first: Int) -> String
    {
        let digest = Fingerprint.sha256(attributes.encoded).prefix(16)
        let name = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var (number, free) = (first, first == 1 ? name : "\(name)_\(first)")
        while index[free] != nil || dangling[free] != nil && !gone.contains(free) {
            number += 1
            free = "\(name)_\(number)"
        }
        return free
    }
}
