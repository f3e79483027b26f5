extension GenericPasswordItem {
    /// ``StealthyPropertyType/generic``.
    public static var propertyType: StealthyPropertyType { .generic }

    /// Account and service, joined so that no two pairs give the same text.
    public var id: String { ItemIdentifier.joining([account, service]) }

    /// Creates an item from an answer of the keychain.
    ///
    /// - Parameter dictionary: Attributes and secret; account, service and secret are needed. A
    ///   type of 0 counts as none, as does anything but service, account, group and
    ///   synchronization that has a type it cannot have.
    /// - Throws: ``KeychainError/noPassword`` without a secret,
    ///   ``KeychainError/unexpectedPasswordData`` for anything else that is missing or malformed.
    public init(dictionary: StealthyDictionary) throws {
        let reader = ItemReader(dictionary, isAnswer: true)
        try self.init(reader, service: reader.needed(reader.text(ItemKey.service)))
    }

    /// Creates an item of a dictionary that an item made, such as ``StealthyProperty/addQuery()``.
    ///
    /// - Parameter rawDictionary: Attributes and secret; account and secret are needed.
    /// - Throws: The same errors as ``init(dictionary:)``.
    public init(rawDictionary: StealthyDictionary) throws {
        let reader = ItemReader(rawDictionary, isAnswer: false)
        try self.init(reader, service: reader.text(ItemKey.service))
    }

    private init(_ reader: ItemReader, service: String?) throws(KeychainError) {
        self.init(
            account: try reader.needed(reader.text(ItemKey.account)),
            data: try reader.secret(),
            service: service,
            accessGroup: try reader.text(ItemKey.accessGroup),
            createdAt: reader.date(ItemKey.creationDate),
            modifiedAt: reader.date(ItemKey.modificationDate),
            description: reader.note(ItemKey.description),
            comment: reader.note(ItemKey.comment),
            type: reader.type(),
            label: reader.note(ItemKey.label),
            generic: reader.bytes(ItemKey.generic),
            isSynchronizable: try reader.synchronizable()
        )
    }

    /// Account, service, access group and synchronization.
    public func uniqueAttributes() -> StealthyDictionary {
        [
            ItemKey.account: account,
            ItemKey.service: service,
            ItemKey.accessGroup: accessGroup,
            ItemKey.synchronizable: isSynchronizable.cfValue,
        ]
    }

    /// Generic bytes, description, comment, type and label.
    public func otherProperties() -> StealthyDictionary {
        [
            ItemKey.generic: generic,
            ItemKey.description: description,
            ItemKey.comment: comment,
            ItemKey.type: type,
            ItemKey.label: label,
        ]
    }
}
