@_spi(Keepers) package import PortableKeychain
internal import KeychainEssentials

/// The account among the attributes of a private key (item-semantics.md §9).
extension PasskeyAccount {
    /// The access group of passkeys: that of the items which users store with the tool.
    ///
    /// Requests of programs that name no group meet only single passwords there, so none that lists or
    /// deletes its own keys meets a passkey.
    package static let accessGroup = AccessGroups.tool

    /// The beginning of the tag, before the relying party.
    private static let tagPrefix = "passkey:"
    /// The version of the layout of ``details``.
    private static let version: UInt8 = 1
    private static let backupEligible: UInt8 = 1

    /// The tag by which all passkeys of a site are found.
    static func tag(_ relyingParty: String) -> AttributeValue {
        .data(Data((tagPrefix + relyingParty).utf8))
    }

    /// The attributes of the item, besides those of its key and its protection.
    var attributes: ItemAttributes {
        [
            .accessGroup: .string(Self.accessGroup),
            .applicationTag: Self.tag(relyingParty),
            .alias: .data(Data(details)),
            .label: .string(label),
        ]
    }

    /// Reads an account out of the attributes of an item; `nil` if the item is not a passkey, such
    /// as one that a program has changed.
    ///
    /// - Parameter attributes: All attributes of an item of the class of keys.
    package init?(_ attributes: ItemAttributes?) {
        guard let attributes, attributes[.keyClass] == .number(1),
            attributes[.accessGroup] == .string(Self.accessGroup),
            case .data(let tag) = attributes[.applicationTag],
            case .data(let details) = attributes[.alias],
            let text = String(validating: tag, as: UTF8.self), text.hasPrefix(Self.tagPrefix),
            let account = try? Self(
                relyingParty: String(text.dropFirst(Self.tagPrefix.count)),
                details: Array(details)
            )
        else { return nil }
        self = account
    }

    /// The parts that the tag does not have (item-semantics.md §9.1).
    var details: [UInt8] {
        var encoder = SecretEncoder()
        encoder.integer(Self.version)
        encoder.integer(isBackupEligible ? Self.backupEligible : 0)
        // Rounded as it is read, so that what was read is written as the same.
        encoder.integer(Int64((created.timeIntervalSince1970 * 1000).rounded()))
        encoder.sized(credentialID)
        encoder.sized(userHandle)
        encoder.sized(userName.utf8)
        encoder.sized(displayName.utf8)
        return encoder.finished().withUnsafeBytes { Array($0) }
    }

    /// Reads ``details``.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for any other bytes, and for parts of lengths that no
    ///   passkey has.
    init(relyingParty: String, details: [UInt8]) throws(KeychainError) {
        self = try SecretBytes(details).withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            let marks: UInt8 = try reader.integer()
            let created: Int64 = try reader.integer()
            let credentialID = Array(try reader.sized())
            let userHandle = Array(try reader.sized())
            let userName = try reader.sized()
            let displayName = try reader.sized()
            try reader.finish()
            guard version == Self.version, marks <= Self.backupEligible,
                let userName = String(validating: userName, as: UTF8.self),
                let displayName = String(validating: displayName, as: UTF8.self)
            else { throw KeychainError(.corrupt) }
            let account = Self(
                relyingParty: relyingParty,
                userHandle: userHandle,
                userName: userName,
                displayName: displayName,
                credentialID: credentialID,
                created: Date(timeIntervalSince1970: Double(created) / 1000),
                isBackupEligible: marks == Self.backupEligible
            )
            guard account.isWellFormed else { throw KeychainError(.corrupt) }
            return account
        }
    }
}
