internal import Crypto

/// Keyed digests that stand for attributes in the columns of a row (vault-format.md §7).
///
/// Name and length are inside the MAC, so that a value found under one attribute says nothing
/// about another.
struct LookupTokens: Sendable {
    // An HMAC that has taken its key: a copy costs less than half of a fresh one.
    private let base: HMAC<SHA256>

    init(root: SymmetricKey) {
        base = HMAC<SHA256>(
            key: HKDF<SHA256>.expand(
                pseudoRandomKey: root,
                info: Array(Labels.lookup.utf8),
                outputByteCount: Limits.keyLength
            )
        )
    }

    /// The token of one attribute's value: 64 bits, a filter whose rare false hits are compared
    /// after opening.
    func attribute(_ key: AttributeKey, in itemClass: ClassCode, value: [UInt8]) -> Int64 {
        var mac = base
        update(&mac, kind: 1, itemClass)
        update(&mac, key, value)
        return finish(mac) { Int64(bigEndian: $0.loadUnaligned(as: Int64.self)) }
    }

    /// The token of a primary key: 128 bits, because it decides alone what is a duplicate.
    func primaryKey(
        _ values: [(key: AttributeKey, value: [UInt8])],
        in itemClass: ClassCode
    ) -> [UInt8] {
        var mac = base
        update(&mac, kind: 2, itemClass)
        for (key, value) in values { update(&mac, key, value) }
        return finish(mac) { Array($0.prefix(Limits.identifierLength)) }
    }

    private func update(_ mac: inout HMAC<SHA256>, kind: UInt8, _ itemClass: ClassCode) {
        withUnsafeBytes(of: (kind, itemClass.rawValue)) { mac.update(data: $0) }
    }

    private func update(_ mac: inout HMAC<SHA256>, _ key: AttributeKey, _ value: [UInt8]) {
        withUnsafeBytes(of: (key.code.bigEndian, UInt32(value.count).bigEndian)) {
            mac.update(data: $0)
        }
        value.withUnsafeBytes { mac.update(data: $0) }
    }

    private func finish<R>(_ mac: HMAC<SHA256>, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        mac.finalize().withUnsafeBytes(body)
    }
}

/// The number of an item class in a row and in tokens (vault-format.md §7).
enum ClassCode: UInt8, Sendable, CaseIterable {
    case genericPassword = 1
    case internetPassword = 2

    var itemClass: ItemClass {
        switch self {
        case .genericPassword: .genericPassword
        case .internetPassword: .internetPassword
        }
    }

    init?(_ itemClass: ItemClass) {
        switch itemClass {
        case .genericPassword: self = .genericPassword
        case .internetPassword: self = .internetPassword
        default: return nil
        }
    }
}

/// The tokens of a list of access groups in one class.
///
/// Made once for the groups of a caller, who uses them with every request.
struct GroupTokens: Sendable {
    let values: [Int64]
}

extension Vault {
    /// The tokens of access groups; they stay the same as long as the vault is open.
    func groupTokens(_ names: [[UInt8]], in itemClass: ClassCode) -> GroupTokens {
        let tokens = currentKeys().tokens
        return GroupTokens(
            values: names.map { tokens.attribute(.accessGroup, in: itemClass, value: $0) }
        )
    }
}
