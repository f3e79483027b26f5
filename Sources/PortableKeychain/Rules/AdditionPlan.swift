#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A checked addition: what is to be stored (item-semantics.md §3.2).
struct AdditionPlan {
    let schema: ClassSchema
    let accessGroup: String
    let accessControl: AccessControl
    /// Whether the caller gave the access control, rather than an accessibility alone.
    let givesAccessControl: Bool
    let isSynchronizable: Bool
    let isTombstone: Bool
    /// The converted attributes that are stored as they are.
    let attributes: ItemAttributes

    init(_ request: ItemRequest, groups: AccessGroups) throws(KeychainError) {
        try groups.checkNotEmpty()
        guard let itemClass = request.itemClass else {
            throw KeychainError(.invalidParameter, reason: "The item class is missing.")
        }
        schema = try ClassSchema.of(itemClass)
        let given = try schema.converted(request.attributes)
        try Self.refuseSearchTerms(request)
        if case .string(let name) = given[.accessGroup] {
            try groups.check(name)
            accessGroup = name
        } else {
            accessGroup = try groups.standard()
        }
        guard accessGroup != AccessGroups.token else { throw KeychainError(.missingEntitlement) }
        isSynchronizable = try Self.truth(given[.synchronizable])
        isTombstone = try Self.truth(given[.tombstone])
        let stated = try AccessControl.stated(in: given)
        givesAccessControl = given[.accessControl] != nil
        accessControl = stated ?? AccessControl(schema.accessibility)
        try accessControl.checkRules(isSynchronizable: isSynchronizable)
        attributes = given.removing(ClassSchema.decidedByEngine)
    }

    /// A search key in an addition is a mistake that must not look like success.
    private static func refuseSearchTerms(_ request: ItemRequest) throws(KeychainError) {
        guard request.limit == nil, request.filters.isEmpty, !request.namesItemList,
            request.persistentReference == nil, request.interaction != .skip
        else {
            throw KeychainError(
                .invalidParameter,
                reason: "An addition does not take the keys of a search."
            )
        }
    }

    private static func truth(_ value: AttributeValue?) throws(KeychainError) -> Bool {
        switch value {
        case nil, SynchronizationScope.any.value, .number(0): return false
        case .number(1): return true
        default:
            throw KeychainError(.invalidParameter, reason: "A truth value is 0 or 1.")
        }
    }
}

extension ClassSchema {
    /// Attributes that are not stored as given: the engine decides them, or keeps them elsewhere.
    static let decidedByEngine: [AttributeKey] = [
        .accessGroup, .accessible, .accessControl, .synchronizable, .tombstone, .creationDate,
        .modificationDate, .sha1, .uuid, .multiUser,
    ]

    /// Converts all attributes of a request by their kinds.
    func converted(_ attributes: ItemAttributes) throws(KeychainError) -> ItemAttributes {
        var converted = ItemAttributes()
        for (key, value) in attributes {
            converted[key] = try rule(key).kind.convert(value)
        }
        return converted
    }
}

extension ItemAttributes {
    func removing(_ keys: [AttributeKey]) -> ItemAttributes {
        var rest = self
        for key in keys { rest[key] = nil }
        return rest
    }
}

extension AccessControl {
    /// The protection that attributes state, by accessibility, access control, or both.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the two disagree.
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
                reason: "Accessibility and access control state different protections."
            )
        }
        return control
    }

    /// Checks what an item may be protected by.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for rules on a synchronized item,
    ///   ``KeychainError/Code/authenticationFailed`` for rules that forbid encrypting the item.
    func checkRules(isSynchronizable: Bool) throws(KeychainError) {
        guard let constraints else { return }
        guard !isSynchronizable else {
            throw KeychainError(
                .invalidParameter,
                reason: "A synchronized item cannot have access rules."
            )
        }
        guard !constraints.contains(.privateKeyUsage) else {
            throw KeychainError(
                .authenticationFailed,
                reason: "Rules for private keys do not fit this item."
            )
        }
    }
}
