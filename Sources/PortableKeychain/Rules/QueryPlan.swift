/// A checked search: which rows, and what an opened item must satisfy
/// (item-semantics.md §2 and §3.3).
///
/// A class, because every row of an answer passes it through several closures, and a copy of its
/// parts there costs more than the comparison of a row.
final class QueryPlan {
    /// One condition on an attribute.
    struct Constraint {
        let key: AttributeKey
        let kind: AttributeKind
        let canonical: [UInt8]
        /// What an item has that does not hold the attribute.
        let standard: [UInt8]?
    }

    let schema: ClassSchema
    var pattern: RowPattern
    let constraints: [Constraint]
    /// The access control that an item must have, when asked for.
    private(set) var accessControl: AccessControl?
    private(set) var accessibility: Accessibility?
    private(set) var uuid: String?
    /// The groups whose items may match; `nil` for all.
    let groups: [[UInt8]]?
    private(set) var hostSuffix: String?
    /// What the certificates that are searched must satisfy beyond their attributes; `nil` when that
    /// is nothing.
    private(set) var certificates: [MatchFilter]?
    /// Whether no item can match, although the query is well-formed.
    private(set) var isImpossible = false

    /// Checks a search for items of one class, which an identity is not.
    init(_ request: ItemRequest, groups: AccessGroups) throws(KeychainError) {
        try groups.checkNotEmpty()
        let reference = try request.persistentReference.map { bytes throws(KeychainError) in
            try PersistentReferenceCoding.decode(bytes)
        }
        guard let itemClass = reference?.itemClass ?? request.itemClass else {
            throw KeychainError(.invalidParameter, reason: "The item class is missing.")
        }
        if let given = request.itemClass, given != itemClass {
            throw KeychainError(.noSuchClass)
        }
        guard !request.namesItemList else {
            throw KeychainError(.invalidParameter, reason: "Lists of items are not searched.")
        }
        schema = try ClassSchema.of(itemClass)
        let given = try schema.converted(request.attributes)
        pattern = RowPattern(classCode: schema.code)
        pattern.identifier = reference?.identifier
        self.groups = try Self.groups(given, groups, &isImpossible)
        constraints = try Self.constraints(given, schema)
        // A reference names its item whatever set it belongs to.
        if reference == nil || given[.synchronizable] != nil {
            pattern.isSynchronizable = truth(given[.synchronizable])
        }
        pattern.isTombstone =
            reference != nil && given[.tombstone] == nil ? false : truth(given[.tombstone])
        for (place, key) in schema.lookups.enumerated() {
            guard let term = constraints.first(where: { $0.key == key }) else { continue }
            pattern.lookups[place] = (key, term.canonical)
        }
        if case .accessControl(let control) = given[.accessControl] { accessControl = control }
        if case .string(let name) = given[.accessible] {
            accessibility = Accessibility(rawValue: name)
        }
        if case .string(let text) = given[.uuid] { uuid = text }
        try addFilters(request.filters)
    }

    /// Whether everything that is asked for shows in the tokens of a locked row.
    var isDecidedByTokens: Bool {
        constraints.allSatisfy { schema.lookups.contains($0.key) } && uuid == nil
            && accessControl == nil && hostSuffix == nil
    }

    /// Whether a row is sealed as asked for, which shows without opening it (§7.2).
    func mayMatch(_ row: LentRow) throws(KeychainError) -> Bool {
        guard let accessibility else { return true }
        return try row.protection().keyClass.accessibility == accessibility
    }

    /// Refuses to change what nobody writes (§5.8).
    func checkWritable() throws(KeychainError) {
        guard groups != [Array(AccessGroups.token.utf8)] else {
            throw KeychainError(.missingEntitlement)
        }
    }

    /// Both sets, one of them, or neither.
    private func truth(_ value: AttributeValue?) -> Bool? {
        switch value {
        case nil, .number(0): return false
        case .number(1): return true
        case SynchronizationScope.any.value: return nil
        default:
            isImpossible = true
            return nil
        }
    }

    private static func groups(
        _ given: ItemAttributes,
        _ groups: AccessGroups,
        _ isImpossible: inout Bool
    ) throws(KeychainError) -> [[UInt8]]? {
        guard case .string(let name) = given[.accessGroup] else {
            return groups.grantsAll ? nil : groups.encoded
        }
        // There are no hardware tokens here, so their group is readable and empty (§5.8).
        if name == AccessGroups.token { isImpossible = true } else { try groups.check(name) }
        return [Array(name.utf8)]
    }

    private static func constraints(
        _ given: ItemAttributes,
        _ schema: ClassSchema
    ) throws(KeychainError) -> [Constraint] {
        var constraints: [Constraint] = []
        for (key, value) in given where !decidedElsewhere.contains(key) {
            let rule = try schema.rule(key)
            constraints.append(
                Constraint(
                    key: key,
                    kind: rule.kind,
                    canonical: rule.kind.canonical(value),
                    standard: rule.standard.map { rule.kind.canonical($0) }
                        ?? (rule.isPrimaryKey ? [] : nil)
                )
            )
        }
        return constraints
    }

    /// Attributes that are compared with more than the encoded attributes of an item.
    private static let decidedElsewhere: [AttributeKey] = [
        .accessGroup, .synchronizable, .tombstone, .accessControl, .accessible, .uuid,
    ]

    private func addFilters(_ filters: [MatchFilter]) throws(KeychainError) {
        for filter in filters {
            switch filter {
            case .hostOrSubdomain(let host) where schema.code == .internetPassword:
                hostSuffix = host
            case .ignored: break
            case .issuers, .policy, .validOnDate, .trustedOnly, .emailAddress:
                if schema.code == .certificate {
                    certificates = (certificates ?? []) + [filter]
                } else if filter.isForCertificatesAlone {
                    throw KeychainError(.unimplemented)
                }
            case .hostOrSubdomain: throw KeychainError(.unimplemented)
            }
        }
    }
}

extension MatchFilter {
    /// Whether searches in other classes refuse the condition instead of ignoring it
    /// (item-semantics.md §2.2).
    fileprivate var isForCertificatesAlone: Bool {
        switch self {
        case .issuers, .policy: true
        default: false
        }
    }
}
