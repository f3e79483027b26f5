/// A validated search in one class: the rows to look for, and the conditions that an opened item
/// must satisfy (item-semantics.md §2 and §3.3).
///
/// ``LocalKeeper`` makes one from the request before it looks at any item, for searches, updates
/// and deletions. The vault finds rows by its ``pattern``; ``matches(_:_:)`` then decides, because
/// tokens can match falsely. Searches for identities use two plans (``IdentityJoin``).
///
/// A class, because closures refer to it for every row, and copying its parts would cost more than
/// comparing a row.
final class QueryPlan {
    /// One condition on an attribute.
    struct Constraint {
        let key: AttributeKey
        let kind: AttributeKind
        let canonical: [UInt8]
        /// The value of items without the attribute.
        let standard: [UInt8]?
    }

    let schema: ClassSchema
    var pattern: RowPattern
    let constraints: [Constraint]
    let accessibility: Accessibility?
    let uuid: String?
    /// The groups whose items can match; `nil` for all.
    private(set) var groups: [[UInt8]]?
    /// The shared group, if the search continues there when it finds nothing (§5.13).
    private(set) var shared: String?
    /// Its tokens, if there is one.
    var sharedTokens: GroupTokens?
    /// Whether the search passed over rows of the shared group: without any, it ends with the first pass.
    private var hasMetShared = false
    /// The internal groups, whose items never match a search in all groups.
    var hidden: GroupTokens?
    let hostSuffix: String?
    /// The conditions on certificates beyond their attributes; `nil` if there are none.
    let certificates: [MatchFilter]?
    /// Whether the search is valid but no item can match.
    let isImpossible: Bool
    /// The number of matching items that were skipped because they require user authentication.
    var skipped = 0

    /// Validates a search for items of one class; identities are not a class of stored items.
    init(_ request: borrowing ItemRequest, groups: AccessGroups) throws(KeychainError) {
        try groups.checkNotEmpty()
        let reference = try request.persistentReference.map { bytes throws(KeychainError) in
            try PersistentReferenceCoding.decode(bytes)
        }
        guard let itemClass = reference?.itemClass ?? request.itemClass else {
            throw KeychainError(.invalidParameter, reason: "The request must state the item class.")
        }
        if let given = request.itemClass, given != itemClass {
            throw KeychainError(.noSuchClass)
        }
        guard !request.namesItemList else {
            throw KeychainError(
                .invalidParameter,
                reason: "`kSecUseItemList` is not supported in searches."
            )
        }
        guard request.page?.isValid(in: request) ?? true else {
            throw KeychainError(
                .invalidParameter,
                reason: "Only a search for all items has parts, of one item or more."
            )
        }
        let schema = try ClassSchema.of(itemClass)
        let given = try schema.converted(request.attributes)
        var isImpossible = false
        self.groups = try Self.groups(given, groups, &isImpossible)
        shared =
            given[.accessGroup] == nil
                && (reference != nil || schema.namesPassword(given)) ? groups.shared : nil
        let constraints = try Self.constraints(given, schema)
        var pattern = RowPattern(
            classCode: schema.code,
            identifier: reference?.identifier,
            lookups: schema.lookups.map { key in
                constraints.first { $0.key == key }.map { (key, $0.canonical) }
            }
        )
        // A reference identifies its item in either set, synchronized or not.
        if reference == nil || given[.synchronizable] != nil {
            pattern.isSynchronizable = Self.truth(given[.synchronizable], &isImpossible)
        }
        pattern.isTombstone =
            reference != nil && given[.tombstone] == nil
            ? false : Self.truth(given[.tombstone], &isImpossible)
        accessibility =
            if case .string(let name) = given[.accessible] { Accessibility(rawValue: name) } else {
                nil
            }
        uuid = if case .string(let text) = given[.uuid] { text } else { nil }
        try Self.checkAccessControl(given, accessibility)
        (hostSuffix, certificates) = try Self.filters(request.filters, schema)
        self.schema = schema
        self.constraints = constraints
        self.pattern = pattern
        self.isImpossible = isImpossible
    }

    /// Whether tokens decide a match, so that rows need not be opened.
    var isDecidedByTokens: Bool {
        constraints.allSatisfy { schema.lookups.contains($0.key) } && uuid == nil
            && hostSuffix == nil
    }

    /// Whether the accessibility of a row matches, which is known without opening it (§7.2).
    func mayMatch(_ row: LentRow) throws(KeychainError) -> Bool {
        guard !isHidden(row), !passesOver(row) else { return false }
        guard let accessibility else { return true }
        return try row.protection().keyClass.accessibility == accessibility
    }

    /// Whether the row belongs to an internal group, which a search in all groups leaves out (§5.11,
    /// §5.12).
    private func isHidden(_ row: LentRow) -> Bool {
        guard groups == nil else { return false }
        return hidden?.values(row.keys, in: schema.code).contains(row.group) ?? false
    }

    /// Whether the row is in the shared group, whose items count only if the caller's own do not match.
    private func passesOver(_ row: LentRow) -> Bool {
        guard shared != nil, let sharedTokens,
            sharedTokens.values(row.keys, in: schema.code).contains(row.group)
        else { return false }
        hasMetShared = true
        return true
    }

    /// Turns the plan to the shared group, after nothing was found in the caller's own.
    ///
    /// - Returns: Whether a row there can match.
    func turnToShared() -> Bool {
        guard let name = shared else { return false }
        shared = nil
        groups = [Array(name.utf8)]
        pattern.groups = sharedTokens
        return hasMetShared
    }

    /// Refuses to change items of reserved groups (§5.8, §5.11).
    func checkWritable() throws(KeychainError) {
        guard let groups, groups.count == 1,
            AccessGroups.isReserved(String(decoding: groups[0], as: UTF8.self))
        else { return }
        throw KeychainError(.missingEntitlement)
    }

    /// An access control is not a condition (§2.2), so that a caller who has changed the rules of
    /// an item finds the old one.
    private static func checkAccessControl(
        _ given: ItemAttributes,
        _ accessibility: Accessibility?
    ) throws(KeychainError) {
        guard case .accessControl(let control) = given[.accessControl], let accessibility,
            control.accessibility != accessibility
        else { return }
        throw KeychainError(
            .invalidParameter,
            reason: "The accessibility contradicts the access control. Give only one of them."
        )
    }

    /// Translates a truth value: true, false, or `nil` for both.
    private static func truth(_ value: AttributeValue?, _ isImpossible: inout Bool) -> Bool? {
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
        // These groups can be named, and are empty for every caller (§5.8, §5.11).
        if AccessGroups.isReserved(name) { isImpossible = true } else { try groups.check(name) }
        return [Array(name.utf8)]
    }

    private static func constraints(
        _ given: ItemAttributes,
        _ schema: ClassSchema
    ) throws(KeychainError) -> [Constraint] {
        var constraints: [Constraint] = []
        constraints.reserveCapacity(given.count)
        for (key, value) in given where !decidedElsewhere.contains(key) {
            let rule = try schema.rule(key)
            constraints.append(
                Constraint(
                    key: key,
                    kind: rule.kind,
                    canonical: rule.kind.canonical(value),
                    standard: rule.canonicalStandard
                )
            )
        }
        return constraints
    }

    /// Attributes that are compared by ``matches(_:_:)`` or by columns of the row, or are not a
    /// condition.
    private static let decidedElsewhere: [AttributeKey] = [
        .accessGroup, .synchronizable, .tombstone, .accessControl, .accessible, .uuid,
    ]

    private static func filters(
        _ filters: [MatchFilter],
        _ schema: ClassSchema
    ) throws(KeychainError) -> (hostSuffix: String?, certificates: [MatchFilter]?) {
        var hostSuffix: String?
        var certificates: [MatchFilter]?
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
        return (hostSuffix, certificates)
    }
}

extension ItemPage {
    /// Whether a request can have this part.
    fileprivate func isValid(in request: borrowing ItemRequest) -> Bool {
        request.verb.isSearch && request.limit == .all && size > 0
    }
}

extension ClassSchema {
    /// Whether a search names one password: its account, and its service or server.
    fileprivate func namesPassword(_ given: ItemAttributes) -> Bool {
        guard code == .genericPassword || code == .internetPassword else { return false }
        return given[lookups[0]] != nil && given[lookups[1]] != nil
    }
}

extension MatchFilter {
    /// Whether searches for other classes refuse the condition instead of ignoring it
    /// (item-semantics.md §2.2).
    fileprivate var isForCertificatesAlone: Bool {
        switch self {
        case .policy: true
        default: false
        }
    }
}
