public import Foundation
internal import PortableKeychain

// Attributes of passwords, and those of all classes.
// The strings are those of Apple's SecItemConstants.c. Literal NSStrings never change, which is
// why sharing them between threads is safe although NSString is not Sendable.

/// The key of a macOS access list; no item class has it.
nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"
/// The key of a protection made by `SecAccessControlCreateWithFlags`.
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// The key of the group of programs that share the item, a string.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// The access group of items on tokens; it cannot be written.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// The key that says when the item can be read: a `kSecAttrAccessible…` value.
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// The key of the account, a string.
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// The key of another name of the item, a string.
nonisolated(unsafe) public let kSecAttrAlias: CFString = "alis"
/// The key of how an internet password is presented.
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
/// The key of a comment, a string.
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The key of the moment when the item was added; set by the keychain.
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// The key of the creator, four characters as a number.
nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The key of the kind of item that a person sees, a string.
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// The key of free bytes of a generic password.
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// The key that says whether the item has its own icon.
nonisolated(unsafe) public let kSecAttrHasCustomIcon: CFString = "cusi"
/// The key that says whether lists leave the item out, a Boolean.
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// The key that says that there is deliberately no password, a Boolean.
nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// The key of the text that a user reads in a list, a string.
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// The key of the moment of the last change; set by the keychain.
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// The key of the user of a shared device; set by the keychain.
nonisolated(unsafe) public let kSecAttrMultiUser: CFString = "musr"
/// The older name of `kSecUseDataProtectionKeychain`.
nonisolated(unsafe) public let kSecAttrNoLegacy: CFString = "nleg"
/// The key of the path of an internet password, a string.
nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The key of the stored reference, as first spelled.
nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"
/// The key of the stored reference; no dictionary may hold it.
nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"
/// The key of the port of an internet password, a number.
nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The key of protected bytes of a password.
nonisolated(unsafe) public let kSecAttrProtected: CFString = "prot"
/// The key of the protocol of an internet password.
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The key of a digest over the item; set by the keychain.
nonisolated(unsafe) public let kSecAttrSHA1: CFString = "sha1"
/// The key of the script code of the item's texts, a number.
nonisolated(unsafe) public let kSecAttrScriptCode: CFString = "scrp"
/// The key of the security domain of an internet password, a string.
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The key of the server of an internet password, a string.
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The key of the service of a generic password, a string.
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// The key of the group of people who share the item, a string.
nonisolated(unsafe) public let kSecAttrSharingGroup: CFString = "ggrp"
/// The key of the set in which a synchronized item travels, a string.
nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"
/// The key that says whether the item belongs to the synchronized set.
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// The value that finds synchronized items and the others alike.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = .init(
    string: SynchronizationScope.anyName
)
/// The key that binds the item to a system installation.
nonisolated(unsafe) public let kSecAttrSysBound: CFString = "sysb"
/// The key of the token that holds the item, a string.
nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"
/// The token value of keys that never leave the hardware.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// The key of an object's identifier on its token.
nonisolated(unsafe) public let kSecAttrTokenOID: CFString = "toid"
/// The key that says whether the row only remembers a deleted item.
nonisolated(unsafe) public let kSecAttrTombstone: CFString = "tomb"
/// The key of the type, four characters as a number.
nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// The key of the keychain's own identifier of the item.
nonisolated(unsafe) public let kSecAttrUUID: CFString = "UUID"
/// The key that asks to derive the identifier under which an item is synchronized from its unique attributes, a truth value.
///
/// Identifiers always are derived so here, under a key that only members of the synchronization have, so the key has no
/// effect. On Apple's platforms it is private, and only ``SecItemAdd(_:_:)`` respects it.
nonisolated(unsafe) public let kSecAttrDeriveSyncIDFromItemAttributes: CFString = "dspk"
/// The key of a service of the protected cloud storage.
nonisolated(unsafe) public let kSecAttrPCSPlaintextServiceIdentifier: CFString = "pcss"
/// The key of a public key of the protected cloud storage.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicKey: CFString = "pcsk"
/// The key of an identity of the protected cloud storage.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicIdentity: CFString = "pcsi"
/// The key of an AppleShare volume; no item class has it.
nonisolated(unsafe) public let kSecAttrVolume: CFString = "volm"
/// The key of an AppleShare address; no item class has it.
nonisolated(unsafe) public let kSecAttrAddress: CFString = "addr"
/// The key of an AppleShare signature; no item class has it.
nonisolated(unsafe) public let kSecAttrAFPServerSignature: CFString = "afps"
/// The key of notes beside an internet password, bytes.
nonisolated(unsafe) public let kSecDataInetExtraNotes: CFString = "binn"
/// The key of the history of an internet password, bytes.
nonisolated(unsafe) public let kSecDataInetExtraHistory: CFString = "bini"
/// The key of bytes zero of the client beside an internet password.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined0: CFString = "bin0"
/// The key of bytes one of the client beside an internet password.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined1: CFString = "bin1"
/// The key of bytes two of the client beside an internet password.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined2: CFString = "bin2"
/// The key of bytes three of the client beside an internet password.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined3: CFString = "bin3"
