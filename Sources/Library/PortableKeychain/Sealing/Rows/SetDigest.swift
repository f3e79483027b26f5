internal import Crypto
internal import SealedStore

/// An authenticated digest over the set of all rows (vault-format.md §9).
///
/// It detects that rows were removed, duplicated, exchanged or rolled back in the file. It does not
/// detect that the whole file was replaced by an older copy.
///
/// Each row contributes a MAC (``RowSealing/leaf(_:)``), and the digest is the sum of these modulo
/// 2^256: a keyed multiset hash (MSet-Add-Hash: Clarke, Devadas, van Dijk, Gassend and Suh,
/// ASIACRYPT 2003). So a change of one row costs one subtraction and one addition.
struct SetDigest: Equatable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init() {}

    init(from reader: inout ByteReader) throws(KeychainError) {
        words.3 = try reader.integer()
        words.2 = try reader.integer()
        words.1 = try reader.integer()
        words.0 = try reader.integer()
    }

    func encode(into writer: inout ByteWriter) {
        for word in [words.3, words.2, words.1, words.0] { writer.integer(word) }
    }

    mutating func add(_ leaf: SetDigest) {
        var carry: Bool
        (words.0, carry) = words.0.addingReportingOverflow(leaf.words.0)
        (words.1, carry) = Self.sum(words.1, leaf.words.1, carry)
        (words.2, carry) = Self.sum(words.2, leaf.words.2, carry)
        (words.3, _) = Self.sum(words.3, leaf.words.3, carry)
    }

    mutating func subtract(_ leaf: SetDigest) {
        // Two's complement: a - b = a + ~b + 1.
        var negated = SetDigest()
        negated.words = (~leaf.words.0, ~leaf.words.1, ~leaf.words.2, ~leaf.words.3)
        var one = SetDigest()
        one.words.0 = 1
        negated.add(one)
        add(negated)
    }

    private static func sum(_ a: UInt64, _ b: UInt64, _ carry: Bool) -> (UInt64, Bool) {
        let (first, overflow) = a.addingReportingOverflow(b)
        let (second, again) = first.addingReportingOverflow(carry ? 1 : 0)
        return (second, overflow || again)
    }

    static func == (left: Self, right: Self) -> Bool { left.words == right.words }
}

/// The state of the whole keychain.
///
/// It is sealed together with a hash of the keybag.
struct VaultState: Sendable {
    var digest = SetDigest()
    var rowCount: UInt64 = 0
    /// The number of transactions that changed the keychain.
    var generation: UInt64 = 0

    /// Adds a row.
    mutating func add(_ leaf: SetDigest) {
        digest.add(leaf)
        rowCount &+= 1
    }
}

/// The keys that authenticate rows and the state.
///
/// They are derived from the device's root, so that a locked keychain can still be changed and
/// verified.
struct DigestKeys: Sendable {
    private let rows: HMAC<SHA256>
    private let items: HMAC<SHA256>
    private let state: SymmetricKey

    init(root: SymmetricKey) {
        rows = HMAC<SHA256>(key: Self.derive(root, Labels.rowDigest))
        items = HMAC<SHA256>(key: Self.derive(root, Labels.itemDigest))
        state = Self.derive(root, Labels.state)
    }

    /// The contribution of a row to the digest.
    func leaf(_ row: [UInt8]) throws(KeychainError) -> SetDigest {
        var mac = rows
        mac.update(data: row)
        return try Array(mac.finalize()).withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            return try SetDigest(from: &reader)
        }
    }

    /// A keyed digest over an item's attributes and payload; keyed, so that guesses of a secret
    /// cannot be checked against it.
    func item(_ attributes: [UInt8], _ secret: SecretBytes?) -> [UInt8] {
        var mac = items
        mac.update(data: attributes)
        secret?.withUnsafeBytes { mac.update(data: $0) }
        return Array(mac.finalize().prefix(20))
    }

    func seal(
        _ value: VaultState,
        of stored: StoredState,
        keychain: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        var writer = ByteWriter(capacity: 80)
        value.digest.encode(into: &writer)
        writer.integer(value.rowCount)
        writer.integer(value.generation)
        writer.raw(SHA256.hash(data: stored.keybag))
        let context = Self.context(keychain, stored.epoch)
        return try writer.bytes.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: state, context: context, entropy: entropy)
        }
    }

    /// Opens the state and checks that it was sealed together with this epoch and keybag.
    func open(_ stored: StoredState, keychain: [UInt8]) throws(KeychainError) -> VaultState {
        let key = state
        let context = Self.context(keychain, stored.epoch)
        return try stored.digest.withRawBytes { bytes throws(KeychainError) in
            try Box.open(bytes, key: key, context: context) {
                plain throws(KeychainError) in
                var reader = ByteReader(plain)
                var value = VaultState()
                value.digest = try SetDigest(from: &reader)
                value.rowCount = try reader.integer()
                value.generation = try reader.integer()
                let hash = try reader.raw(SHA256.byteCount)
                try reader.finish()
                guard SHA256.hash(data: stored.keybag).elementsEqual(hash) else {
                    throw KeychainError(
                        .corrupt,
                        reason: """
                            The key table of the keychain was changed by another program. Restore \
                            a backup.
                            """
                    )
                }
                return value
            }
        }
    }

    private static func context(_ keychain: [UInt8], _ epoch: Int64) -> [UInt8] {
        var writer = ByteWriter()
        writer.raw(Labels.state.utf8)
        writer.raw(keychain)
        writer.integer(epoch)
        return writer.bytes
    }

    private static func derive(_ root: SymmetricKey, _ label: String) -> SymmetricKey {
        HKDF<SHA256>.expand(
            pseudoRandomKey: root,
            info: Array(label.utf8),
            outputByteCount: Limits.keyLength
        )
    }
}
