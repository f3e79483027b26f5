extension InternetPasswordItem {
    /// ``StealthyPropertyType/internet``.
    public static let propertyType: StealthyPropertyType = .internet

    /// Account, server, protocol, authentication, port and path, joined so that no two items with
    /// different ones give the same text.
    public var id: String {
        ItemIdentifier.joining([
            account, server, `protocol`?.rawValue ?? elsewhere.networkProtocol, authenticationType,
            port.map(String.init), path, elsewhere.securityDomain,
        ])
    }

    /// Creates an item from an answer of the keychain.
    ///
    /// - Parameter dictionary: Attributes and secret; account and secret are needed. A type or port
    ///   of 0 counts as none, as does a description, comment, type, label or date that has a type
    ///   it cannot have.
    /// - Throws: ``KeychainError/noPassword`` without a secret,
    ///   ``KeychainError/unexpectedPasswordData`` for anything else that is missing or malformed.
    public init(dictionary: StealthyDictionary) throws {
        try self.init(ItemReader(dictionary, isAnswer: true))
    }

    /// Creates an item of a dictionary that an item made, such as ``StealthyProperty/addQuery()``.
    ///
    /// - Parameter rawDictionary: Attributes and secret; account and secret are needed.
    /// - Throws: The same errors as ``init(dictionary:)``.
    public init(rawDictionary: StealthyDictionary) throws {
        try self.init(ItemReader(rawDictionary, isAnswer: false))
    }

    /// Account, access group, server, protocol, authentication, port, path and synchronization; the
    /// security domain of an item that was found.
    public func uniqueAttributes() -> StealthyDictionary {
        [
            ItemKey.account: account,
            ItemKey.accessGroup: accessGroup,
            ItemKey.server: server,
            ItemKey.networkProtocol: `protocol`?.code ?? elsewhere.networkProtocol,
            ItemKey.authenticationType: authenticationType,
            ItemKey.port: port,
            ItemKey.path: path,
            ItemKey.securityDomain: elsewhere.securityDomain,
            ItemKey.synchronizable: isSynchronizable.cfValue,
        ]
    }

    /// Synchronization, description, comment, type and label.
    public func otherProperties() -> StealthyDictionary {
        [
            ItemKey.synchronizable: isSynchronizable.cfValue,
            ItemKey.description: description,
            ItemKey.comment: comment,
            ItemKey.type: type,
            ItemKey.label: label,
        ]
    }
}
