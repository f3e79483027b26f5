internal import KeychainEssentials

/// A validated addition: the class, group, protection and converted attributes of the new item
/// (item-semantics.md §3.2).
///
/// It is made from the request and the caller's groups before any item is read. It does not look
/// for duplicates and has no identifier or dates: ``LocalKeeper`` adds those in the transaction.
/// Immutable, so that the addition can be attempted again after the user was asked.
struct AdditionPlan {
    let schema: ClassSchema
    let accessGroup: String
    let accessControl: AccessControl
    /// Whether the caller gave an access control, and not only an accessibility.
    let givesAccessControl: Bool
    let isSynchronizable: Bool
    let isTombstone: Bool
    /// The converted attributes, without those that the engine decides.
    let attributes: ItemAttributes

    init(_ request: ItemRequest, groups: AccessGroups) throws(KeychainError) {
        try groups.checkNotEmpty()
        guard let itemClass = request.itemClass else {
            throw KeychainError(.invalidParameter, reason: "The request must state the item class.")
        }
        schema = try ClassSchema.of(itemClass)
        let given = try schema.converted(request.attributes)
        try Self.refuseSearchTerms(request)
        try given.checkToken(of: request.tokenKey)
        if case .string(let name) = given[.accessGroup] {
            try groups.check(name)
            accessGroup = name
        } else {
            accessGroup = try groups.standard()
        }
        guard !AccessGroups.isReserved(accessGroup) else {
            throw KeychainError(.missingEntitlement)
        }
        isSynchronizable = try Self.truth(given[.synchronizable])
        isTombstone = try Self.truth(given[.tombstone])
        let stated = try AccessControl.stated(in: given)
        givesAccessControl = given[.accessControl] != nil
        accessControl = stated ?? AccessControl(schema.accessibility)
        let isTokenKey = request.tokenKey != nil
        try accessControl.checkRules(
            isSynchronizable: isSynchronizable,
            isTokenKey: isTokenKey
        )
        guard !isTokenKey || !(isSynchronizable || isTombstone) else {
            throw KeychainError(
                .invalidParameter,
                reason: "A key in a token stays on its device: it cannot be synchronized."
            )
        }
        var stored = given.removing(ClassSchema.decidedByEngine)
        if let key = request.tokenKey?.tokenKeys?.key {
            stored[.tokenObject] = .data(Data(key.encoded))
        }
        attributes = stored
    }

    /// Refuses search options, because ignoring them would hide a mistake of the caller.
    private static func refuseSearchTerms(_ request: ItemRequest) throws(KeychainError) {
        guard request.limit == nil, request.page == nil, request.filters.isEmpty,
            !request.namesItemList,
            request.persistentReference == nil, request.interaction != .skip
        else {
            throw KeychainError(
                .invalidParameter,
                reason: "An addition cannot contain search options."
            )
        }
    }

    private static func truth(_ value: AttributeValue?) throws(KeychainError) -> Bool {
        switch value {
        case nil, SynchronizationScope.any.value, .number(0): return false
        case .number(1): return true
        default:
            throw KeychainError(.invalidParameter, reason: "A truth value must be 0 or 1.")
        }
    }
}

extension ClassSchema {
    /// Attributes that are not stored as the caller gave them: the engine sets them, or stores them
    /// elsewhere in the row.
    static let decidedByEngine: [AttributeKey] = [
        .accessGroup, .accessible, .accessControl, .synchronizable, .tombstone, .creationDate,
        .modificationDate, .sha1, .uuid, .multiUser,
    ]

    /// Converts all attributes of a request by their rules.
    func converted(_ attributes: ItemAttributes) throws(KeychainError) -> ItemAttributes {
        var converted = attributes
        for (key, value) in attributes {
            let kind = try rule(key).kind
            // Most values are in their type already.
            if !kind.keeps(value) { converted[key] = try kind.convert(value) }
        }
        return converted
    }
}

extension ItemAttributes {
    /// Refuses an item that states a token, unless it is a key that a token made: any other would
    /// look protected by the token and be in the file (item-semantics.md §6.9).
    ///
    /// - Parameter key: The key in a token that is stored; `nil` for every other item.
    /// - Throws: ``KeychainError/Code/unimplemented``.
    func checkToken(of key: KeyMaterial? = nil) throws(KeychainError) {
        let stated = self[.tokenID] ?? .string("")
        guard stated != .string(key == nil ? "" : SecurityTokenKey.tokenID) else { return }
        throw KeychainError(
            .unimplemented,
            reason: """
                Only keys that the token itself made are stored as its own. Leave \
                `kSecAttrTokenID` out, or make the key in the token.
                """
        )
    }

    func removing(_ keys: [AttributeKey]) -> ItemAttributes {
        var rest = self
        for key in keys { rest[key] = nil }
        return rest
    }
}

extension AccessControl {
    /// The access control that attributes state, by accessibility, access control, or both.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the two contradict each other.
    static func stated(in attributes: ItemAttributes) throws(KeychainError) -> AccessControl? {
        var plain: AccessControl?
        if case .string(let name) = attributes[.accessible],
            let accessibility = Accessibility(rawValue: name)
        {
            plain = AccessControl(accessibility)
        }
        guard case .accessControl(let control) = attributes[.accessControl] else { return plain }
        guard plain == nil || plain == control else {
            throw KeychainError(
                .invalidParameter,
                reason: "The accessibility contradicts the access control. Give only one of them."
            )
        }
        return control
    }

    /// Checks that an item can have the access control.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for rules on a synchronized item,
    ///   ``KeychainError/Code/authenticationFailed`` for rules of private keys in a token, which do
    ///   not apply to other items.
    func checkRules(isSynchronizable: Bool, isTokenKey: Bool) throws(KeychainError) {
        guard let constraints else { return }
        guard !isSynchronizable else {
            throw KeychainError(
                .invalidParameter,
                reason: "A synchronized item cannot have access rules."
            )
        }
        guard isTokenKey || !constraints.contains(.privateKeyUsage) else {
            throw KeychainError(
                .authenticationFailed,
                reason: "Access rules for private keys cannot protect this item."
            )
        }
    }
}
