/// The attributes of one item class, as a table (item-semantics.md §1.3 to §1.8).
///
/// A class, because there is one table of each, and items and plans refer to it.
final class ClassSchema: Sendable {
    let code: ClassCode
    /// What an item gets when nobody says when it can be read.
    let accessibility: Accessibility
    /// The attributes that have lookup tokens of their own, three at most.
    let lookups: [AttributeKey]
    /// What makes an item unique, in the order that tokens are made in: part of the format
    /// (``ItemClass/uniqueAttributes``).
    let primaryKey: [AttributeRule]
    /// Attributes that items have without being given them.
    let standards: [AttributeRule]
    /// Attributes that not every answer shows.
    let restricted: [AttributeRule]
    private let rules: [AttributeKey: AttributeRule]

    init(
        _ code: ClassCode,
        accessibility: Accessibility,
        lookups: [AttributeKey],
        _ own: [AttributeRule]
    ) {
        self.code = code
        self.accessibility = accessibility
        self.lookups = lookups
        let unique = code.itemClass.uniqueAttributes
        let all = (own + Self.common).map { rule in
            var rule = rule
            guard let (_, standard) = unique.first(where: { $0.key == rule.key }) else {
                return rule
            }
            rule.isPrimaryKey = true
            rule.standard = standard
            return rule
        }
        rules = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
        standards = all.filter { $0.standard != nil }
        restricted = all.filter { $0.visibility != .always }
        primaryKey = unique.compactMap { key, _ in all.first { $0.key == key } }
    }

    /// The table of a class.
    ///
    /// - Throws: ``KeychainError/Code/noSuchClass`` for an unknown class, and for identities, which
    ///   are joined and not kept.
    static func of(_ itemClass: ItemClass) throws(KeychainError) -> ClassSchema {
        switch itemClass {
        case .genericPassword: return genericPassword
        case .internetPassword: return internetPassword
        case .certificate: return certificate
        case .key: return key
        default: throw KeychainError(.noSuchClass)
        }
    }

    /// Whether live objects are made of items of the class.
    var makesObjects: Bool { code == .certificate || code == .key }

    /// Whether the class has an attribute.
    func has(_ key: AttributeKey) -> Bool { rules[key] != nil }

    /// The rule of an attribute.
    ///
    /// - Throws: ``KeychainError/Code/noSuchAttribute`` when the class does not have it,
    ///   ``KeychainError/Code/invalidParameter`` when no caller may use it.
    func rule(_ key: AttributeKey) throws(KeychainError) -> AttributeRule {
        guard key != .appClip else {
            throw KeychainError(.invalidParameter, reason: "No caller may use this attribute.")
        }
        guard let rule = rules[key] else { throw KeychainError(.noSuchAttribute) }
        return rule
    }

    /// What all classes have.
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
