internal import Crypto
internal import Synchronization

/// Computes the lookup tokens: AES-CMACs (NIST SP 800-38B) that represent attributes in the columns
/// of a row (vault-format.md §7).
///
/// SQLite searches by tokens, so it never sees an attribute. The key is derived from the device's
/// root, so tokens are the same while the keychain is locked and after a change of the passcode.
/// Immutable: a ``KeySet`` makes one and passes it on to its successors.
///
/// The MAC includes the name and the length, so that equal values of two attributes have different
/// tokens.
struct LookupTokens: Sendable {
    private let code: MessageCode

    init(root: SymmetricKey) throws(KeychainError) {
        let key = HKDF<SHA256>.expand(
            pseudoRandomKey: root,
            info: Array(Labels.lookup.utf8),
            outputByteCount: Limits.keyLength
        )
        code = try MessageCode(key)
    }

    /// The token of one attribute's value.
    ///
    /// It has 64 bits: a filter, whose rare false matches are removed by comparing the opened
    /// attributes.
    func attribute(_ key: AttributeKey, in itemClass: ClassCode, value: [UInt8]) -> Int64 {
        Self.lendingMessage(of: key, in: itemClass, value: value) { attribute(message: $0) }
    }

    /// The token of a message that ``lendingMessage(of:in:value:_:)`` made.
    func attribute(message: UnsafeRawBufferPointer) -> Int64 {
        code.of(message) { Int64(bigEndian: $0.loadUnaligned(as: Int64.self)) }
    }

    /// Calls a body with the bytes from which the token of one attribute's value is computed.
    static func lendingMessage<R>(
        of key: AttributeKey,
        in itemClass: ClassCode,
        value: [UInt8],
        _ body: (UnsafeRawBufferPointer) -> R
    ) -> R {
        FixedWriter.lending(
            10 + value.count,
            { message in
                message.integer(UInt8(1))
                message.integer(itemClass.rawValue)
                message.integer(key.code)
                message.integer(UInt32(value.count))
                value.withUnsafeBytes { message.raw($0) }
            },
            to: body
        )
    }

    /// The token of a primary key.
    ///
    /// It has 128 bits, because duplicates are decided only by it.
    func primaryKey(
        _ values: [(key: AttributeKey, value: [UInt8])],
        in itemClass: ClassCode
    ) -> [UInt8] {
        var message = ByteWriter(capacity: 128)
        message.integer(UInt8(2))
        message.integer(itemClass.rawValue)
        for (key, value) in values {
            message.integer(key.code)
            message.sized(value)
        }
        return message.bytes.withUnsafeBytes { message in
            code.of(message) { Array($0.prefix(Limits.identifierLength)) }
        }
    }
}

/// The number of an item class in a row and in tokens (vault-format.md §7).
enum ClassCode: UInt8, Sendable, CaseIterable {
    case genericPassword = 1
    case internetPassword = 2
    case certificate = 3
    case key = 4

    var itemClass: ItemClass {
        switch self {
        case .genericPassword: .genericPassword
        case .internetPassword: .internetPassword
        case .certificate: .certificate
        case .key: .key
        }
    }

    init?(_ itemClass: ItemClass) {
        switch itemClass {
        case .genericPassword: self = .genericPassword
        case .internetPassword: self = .internetPassword
        case .certificate: self = .certificate
        case .key: self = .key
        default: return nil
        }
    }
}

/// The tokens of a list of access groups in one class.
///
/// Computed once for the groups of a caller, because every request uses them. A rotation makes other
/// tokens, and a new identifier of the keychain.
struct GroupTokens: Sendable {
    /// The groups, encoded.
    let names: [[UInt8]]
    /// The tokens of the groups, in the same order.
    private let values: [Int64]
    /// The identifier of the keychain that has these tokens.
    private let keychain: [UInt8]

    fileprivate init(names: [[UInt8]], values: [Int64], keychain: [UInt8]) {
        self.names = names
        self.values = values
        self.keychain = keychain
    }

    /// The tokens in a class under the present keys.
    func values(_ keys: KeySet, in itemClass: ClassCode) -> [Int64] {
        guard keychain != keys.keybag.keychain else { return values }
        return names.map { keys.tokens.attribute(.accessGroup, in: itemClass, value: $0) }
    }

    /// The tokens of all the groups or of one of them, as requests search them.
    ///
    /// - Parameter names: The groups that are searched.
    /// - Returns: `nil` when they are others.
    func only(_ names: [[UInt8]]) -> GroupTokens? {
        if names == self.names { return self }
        guard names.count == 1, let place = self.names.firstIndex(of: names[0]) else { return nil }
        return GroupTokens(names: names, values: [values[place]], keychain: keychain)
    }
}

extension Vault {
    /// The tokens of access groups.
    func groupTokens(_ names: [[UInt8]], in itemClass: ClassCode) -> GroupTokens {
        let keys = open.withLock { $0.keys }
        return GroupTokens(
            names: names,
            values: names.map { keys.tokens.attribute(.accessGroup, in: itemClass, value: $0) },
            keychain: keys.keybag.keychain
        )
    }
}
