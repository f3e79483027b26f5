internal import KeychainEssentials

/// The validated new values of an update, for items of one class (item-semantics.md §3.4).
///
/// It is made once from the request, before any item is read, and then applied to each item that a
/// ``QueryPlan`` finds. It neither finds items nor stores them. Immutable, so that all items get
/// the same change.
struct ChangePlan {
    let secret: SecretBytes?
    private let accessGroup: String?
    private let accessControl: AccessControl?
    /// Whether only the accessibility changes, and an item keeps its rules (§3.4).
    private let keepsRules: Bool
    private let isSynchronizable: Bool?
    private let isTombstone: Bool?
    private let attributes: ItemAttributes

    init(
        _ changes: ItemChanges,
        schema: ClassSchema,
        groups: AccessGroups
    ) throws(KeychainError) {
        let given = try schema.converted(changes.attributes)
        guard given[.sharingGroup] == nil else {
            throw KeychainError(
                .invalidParameter,
                reason: "The sharing group of an item cannot be changed."
            )
        }
        try given.checkToken()
        // No clock shows such a date, and no restore takes it.
        if case .date(let created) = given[.creationDate],
            !created.timeIntervalSinceReferenceDate.isFinite
        {
            throw KeychainError(
                .invalidParameter,
                reason: "The creation date is not a moment. Give a finite number of seconds."
            )
        }
        secret = changes.secret
        if case .string(let name) = given[.accessGroup] {
            try groups.check(name)
            guard !AccessGroups.isReserved(name) else { throw KeychainError(.missingEntitlement) }
            accessGroup = name
        } else {
            accessGroup = nil
        }
        isSynchronizable = try Self.truth(given[.synchronizable])
        isTombstone = try Self.truth(given[.tombstone])
        accessControl = try AccessControl.stated(in: given)
        keepsRules = given[.accessControl] == nil
        // A key in a token gets key usage when it is made; no update states it.
        try accessControl?.checkRules(isSynchronizable: isSynchronizable == true, isTokenKey: false)
        // Of the attributes that the engine sets, a caller can change only the creation date.
        var rest = given.removing(ClassSchema.decidedByEngine)
        rest[.creationDate] = given[.creationDate]
        attributes = rest
    }

    func apply(to item: inout PlainItem) throws(KeychainError) {
        if let accessGroup { item.accessGroup = accessGroup }
        if let isSynchronizable { item.isSynchronizable = isSynchronizable }
        if let isTombstone { item.isTombstone = isTombstone }
        if let accessControl {
            let rules = keepsRules ? item.accessControl.constraints : nil
            item.accessControl =
                try rules.map { rules throws(KeychainError) in
                    try AccessControl(accessControl.accessibility, constraints: rules)
                } ?? accessControl
        }
        if isSynchronizable == true || accessControl != nil {
            try item.accessControl.checkRules(
                isSynchronizable: item.isSynchronizable,
                isTokenKey: item.isTokenKey
            )
        }
        guard !item.isTokenKey || changesTokenKeyAlone else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    The payload, the token and the synchronization of a key in a token cannot be \
                    changed. Make a new key, and remove this one.
                    """
            )
        }
        for (key, value) in attributes { item.attributes[key] = value }
        if let secret { item.secret = secret }
        if item.isTombstone { item.secret = nil }
    }

    /// Whether the change leaves a key in a token one.
    private var changesTokenKeyAlone: Bool {
        secret == nil && isSynchronizable != true && isTombstone != true
            && attributes[.tokenID] == nil
    }

    private static func truth(_ value: AttributeValue?) throws(KeychainError) -> Bool? {
        switch value {
        case nil, SynchronizationScope.any.value: return nil
        case .number(0): return false
        case .number(1): return true
        default:
            throw KeychainError(.invalidParameter, reason: "A truth value must be 0 or 1.")
        }
    }
}
