/// The attributes of one item class with their rules, as a table (item-semantics.md §1.3 to §1.8).
///
/// Plans use it to validate and convert attributes, items to compute their primary key and to add
/// defaults. There are four, one for each stored class; identities have none, because they are
/// found by ``IdentityJoin``.
///
/// Immutable, and a class, because all items and plans share one table per class.
final class ClassSchema: Sendable {
    let code: ClassCode
    /// The default accessibility of items.
    let accessibility: Accessibility
    /// The attributes with lookup tokens, at most three.
    let lookups: [AttributeKey]
    /// The primary key, in the order of its token's input, which is part of the format
    /// (``ItemClass/uniqueAttributes``).
    let primaryKey: [AttributeRule]
    /// The attributes that answers contain although they are not stored, in the order of the keys.
    let additions: [(key: AttributeKey, addition: ShownForm.Addition)]
    /// The keys of ``additions`` alone: looking through the pairs copies the value of each.
    private let addedKeys: [AttributeKey]
    /// The attributes that some answers do not return.
    private let restricted: [(key: AttributeKey, visibility: AttributeRule.Visibility)]
    /// The ``mark(_:)`` of each restricted attribute.
    private let restrictedMarks: UInt64
    // Some thirty numbers: looking through them takes less than hashing one of them.
    private let keys: [AttributeKey]
    private let rules: [AttributeRule]

    init(
        _ code: ClassCode,
        accessibility: Accessibility,
        lookups: [AttributeKey],
        _ rules: [AttributeRule]
    ) {
        self.code = code
        self.accessibility = accessibility
        self.lookups = lookups
        let unique = code.itemClass.uniqueAttributes
        let all = (rules + Self.common).map { rule in
            var rule = rule
            if let (_, standard) = unique.first(where: { $0.key == rule.key }) {
                rule.isPrimaryKey = true
                rule.standard = standard
                rule.canonicalStandard = []
            }
            if let standard = rule.standard {
                rule.canonicalStandard = rule.kind.canonical(standard)
            }
            return rule
        }
        keys = all.map(\.key)
        self.rules = all
        let standards = all.compactMap { rule in
            Self.replaced.contains(rule.key)
                ? nil : rule.standard.map { (rule.key, ShownForm.Addition.standard($0)) }
        }
        additions = (Self.columns + standards).sorted { $0.key < $1.key }
        addedKeys = additions.map(\.key)
        restricted = all.filter { $0.visibility != .always }.map { ($0.key, $0.visibility) }
        restrictedMarks = restricted.reduce(0) { $0 | Self.mark($1.key) }
        primaryKey = unique.compactMap { key, _ in all.first { $0.key == key } }
    }

    /// The table of a class.
    ///
    /// - Throws: ``KeychainError/Code/noSuchClass`` for an unknown class, and for identities, which
    ///   are not stored.
    static func of(_ itemClass: ItemClass) throws(KeychainError) -> ClassSchema {
        switch itemClass {
        case .genericPassword: return genericPassword
        case .internetPassword: return internetPassword
        case .certificate: return certificate
        case .key: return key
        default: throw KeychainError(.noSuchClass)
        }
    }

    /// Whether an attribute holds a number in one of the classes, so that it accepts a truth value.
    static func isNumeric(_ name: AttributeKey) -> Bool {
        [genericPassword, internetPassword, certificate, key].contains {
            $0.find(name)?.kind == .number
        }
    }

    /// Whether items of the class can be returned as objects.
    var makesObjects: Bool { code == .certificate || code == .key }

    /// The addition of answers under a key; `nil` if there is none.
    func addition(for key: AttributeKey) -> ShownForm.Addition? {
        addedKeys.firstIndex(of: key).map { additions[$0].addition }
    }

    /// The answers that return an attribute.
    func visibility(of key: AttributeKey) -> AttributeRule.Visibility {
        guard restrictedMarks & Self.mark(key) != 0 else { return .always }
        for (restricted, visibility) in restricted where restricted == key { return visibility }
        return .always
    }

    /// One of 64 bits, chosen by a key, so that most keys are known to be in no list without a search.
    private static func mark(_ key: AttributeKey) -> UInt64 {
        // Fibonacci hashing (Knuth 6.4): the high bits of a product depend on all bits of the key.
        1 << UInt64((key.code &* 0x9E37_79B1) >> 26)
    }

    /// Whether the class has an attribute.
    func has(_ key: AttributeKey) -> Bool { keys.contains(key) }

    private func find(_ key: AttributeKey) -> AttributeRule? {
        keys.firstIndex(of: key).map { rules[$0] }
    }

    /// The rule of an attribute.
    ///
    /// - Throws: ``KeychainError/Code/noSuchAttribute`` when the class does not have it,
    ///   ``KeychainError/Code/invalidParameter`` when no caller may use it.
    func rule(_ key: AttributeKey) throws(KeychainError) -> AttributeRule {
        guard key != .appClip else {
            throw KeychainError(
                .invalidParameter,
                reason: "This attribute is reserved and cannot be used."
            )
        }
        guard let rule = find(key) else { throw KeychainError(.noSuchAttribute) }
        return rule
    }

    /// The additions that are columns of the row.
    private static let columns: [(key: AttributeKey, addition: ShownForm.Addition)] = [
        (.accessControl, .accessControl), (.accessible, .accessible),
        (.synchronizable, .synchronizable), (.tombstone, .tombstone),
    ]

    /// The attributes for which columns of the row count, whatever is stored among the attributes.
    static let replaced = columns.map(\.key)

    /// The attributes of all classes.
    private static let common = [
        AttributeRule(key: .accessGroup, kind: .string),
        AttributeRule(key: .synchronizable, kind: .number),
        AttributeRule(key: .syncViewHint, kind: .string),
        AttributeRule(key: .tokenID, kind: .string),
        AttributeRule(key: .multiUser, kind: .uuid, visibility: .whenFound),
        AttributeRule(key: .sharingGroup, kind: .string, visibility: .never),
        AttributeRule(key: .creationDate, kind: .date),
        AttributeRule(key: .modificationDate, kind: .date),
        AttributeRule(key: .label, kind: .blob),
        AttributeRule(key: .accessible, kind: .accessible),
        AttributeRule(key: .accessControl, kind: .accessControl),
        AttributeRule(
            key: .tombstone,
            kind: .number,
            standard: .number(0),
            visibility: .whenFound
        ),
        AttributeRule(key: .sha1, kind: .sha1),
        AttributeRule(key: .uuid, kind: .string, visibility: .never),
        AttributeRule(key: .systemBound, kind: .number),
        AttributeRule(key: .cloudService, kind: .number),
        AttributeRule(key: .cloudPublicKey, kind: .blob),
        AttributeRule(key: .cloudPublicIdentity, kind: .blob),
    ]
}

extension AttributeKey {
    /// Whether the attribute accepts a truth value in place of the numbers 0 and 1
    /// (item-semantics.md §1.2).
    package var acceptsTruthValues: Bool { ClassSchema.isNumeric(self) }
}
