/// The name of an attribute: Apple's four characters (`kSecAttr…`), packed.
@_spi(Keepers) public struct AttributeKey: Hashable, Comparable, Sendable {
    /// The four ASCII characters, the first in the highest byte.
    public let code: UInt32

    /// Makes a key from its code.
    package init(code: UInt32) { self.code = code }

    /// Makes a key from a name of exactly four ASCII characters, known or not.
    public init?(_ name: String) {
        let bytes = name.utf8
        guard bytes.count == 4, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        code = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Makes a key from a literal of four ASCII characters in this file.
    private init(literal name: StaticString) {
        code = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The four characters.
    public var name: String {
        String(
            decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) },
            as: UTF8.self
        )
    }

    /// Orders keys by their characters.
    public static func < (left: Self, right: Self) -> Bool { left.code < right.code }
}

@_spi(Keepers) extension AttributeKey {
    // Common to all classes (Specification/item-semantics.md, 1.3).
    /// The time when the item was added, `kSecAttrCreationDate`.
    public static let creationDate = Self(literal: "cdat")
    /// The time when the item was last changed, `kSecAttrModificationDate`.
    public static let modificationDate = Self(literal: "mdat")
    /// The name that lists show to a user, `kSecAttrLabel`.
    public static let label = Self(literal: "labl")
    /// The group of programs that share the item, `kSecAttrAccessGroup`.
    public static let accessGroup = Self(literal: "agrp")
    /// The condition under which the item can be read, `kSecAttrAccessible`.
    public static let accessible = Self(literal: "pdmn")
    /// The access control: the condition under which the item can be read, and the proofs that it
    /// requires of its user, `kSecAttrAccessControl`.
    public static let accessControl = Self(literal: "accc")
    /// Whether the item belongs to the synchronized set, `kSecAttrSynchronizable`.
    public static let synchronizable = Self(literal: "sync")
    /// Whether the row is only the tombstone of a deleted item, `kSecAttrTombstone`.
    public static let tombstone = Self(literal: "tomb")
    /// A digest over the item, `kSecAttrSHA1`.
    public static let sha1 = Self(literal: "sha1")
    /// The name of the set of synchronized items that contains the item, `kSecAttrSyncViewHint`.
    public static let syncViewHint = Self(literal: "vwht")
    /// The hardware token that stores the item, `kSecAttrTokenID`.
    public static let tokenID = Self(literal: "tkid")
    /// The user of a shared device, `kSecAttrMultiUser`.
    public static let multiUser = Self(literal: "musr")
    /// The group of people who share the item, `kSecAttrSharingGroup`.
    public static let sharingGroup = Self(literal: "ggrp")
    /// The engine's identifier of the item, `kSecAttrUUID`.
    public static let uuid = Self(literal: "UUID")
    /// Binds the item to a system installation, `kSecAttrSysBound`.
    public static let systemBound = Self(literal: "sysb")
    /// A private attribute of the protected cloud storage.
    public static let cloudService = Self(literal: "pcss")
    /// A private attribute of the protected cloud storage.
    public static let cloudPublicKey = Self(literal: "pcsk")
    /// A private attribute of the protected cloud storage.
    public static let cloudPublicIdentity = Self(literal: "pcsi")
    /// Marks items of App Clips; no caller may use it.
    public static let appClip = Self(literal: "clip")

    // Passwords (1.5 and 1.6).
    /// The account, `kSecAttrAccount`.
    public static let account = Self(literal: "acct")
    /// The service of a generic password, `kSecAttrService`.
    public static let service = Self(literal: "svce")
    /// Arbitrary bytes of a generic password, `kSecAttrGeneric`.
    public static let generic = Self(literal: "gena")
    /// The kind of the item, as shown to a user, `kSecAttrDescription`.
    public static let description = Self(literal: "desc")
    /// A comment, `kSecAttrComment`.
    public static let comment = Self(literal: "icmt")
    /// The program that created the item, as a number, `kSecAttrCreator`.
    public static let creator = Self(literal: "crtr")
    /// A kind of item, as a number, `kSecAttrType`.
    public static let type = Self(literal: "type")
    /// A script code, `kSecAttrScriptCode`.
    public static let scriptCode = Self(literal: "scrp")
    /// Another name, `kSecAttrAlias`.
    public static let alias = Self(literal: "alis")
    /// Whether lists omit the item, `kSecAttrIsInvisible`.
    public static let isInvisible = Self(literal: "invi")
    /// Whether the item deliberately has no password, `kSecAttrIsNegative`.
    public static let isNegative = Self(literal: "nega")
    /// Whether the item has its own icon, `kSecAttrHasCustomIcon`.
    public static let hasCustomIcon = Self(literal: "cusi")
    /// Protected bytes, `kSecAttrProtected`.
    public static let protected = Self(literal: "prot")
    /// The security domain of an internet password, `kSecAttrSecurityDomain`.
    public static let securityDomain = Self(literal: "sdmn")
    /// The server of an internet password, `kSecAttrServer`.
    public static let server = Self(literal: "srvr")
    /// The protocol of an internet password, `kSecAttrProtocol`.
    public static let networkProtocol = Self(literal: "ptcl")
    /// The method by which an internet password is sent to the server,
    /// `kSecAttrAuthenticationType`.
    public static let authenticationType = Self(literal: "atyp")
    /// The port of an internet password, `kSecAttrPort`.
    public static let port = Self(literal: "port")
    /// The path of an internet password, `kSecAttrPath`.
    public static let path = Self(literal: "path")
    /// Notes of an internet password, `kSecDataInetExtraNotes`.
    public static let extraNotes = Self(literal: "binn")
    /// The history of an internet password, `kSecDataInetExtraHistory`.
    public static let extraHistory = Self(literal: "bini")
    /// Data that the client defines, `kSecDataInetExtraClientDefined0`.
    public static let extraClientDefined0 = Self(literal: "bin0")
    /// Data that the client defines, `kSecDataInetExtraClientDefined1`.
    public static let extraClientDefined1 = Self(literal: "bin1")
    /// Data that the client defines, `kSecDataInetExtraClientDefined2`.
    public static let extraClientDefined2 = Self(literal: "bin2")
    /// Data that the client defines, `kSecDataInetExtraClientDefined3`.
    public static let extraClientDefined3 = Self(literal: "bin3")
}
