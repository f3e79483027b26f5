import Foundation
import Security

/// What is known of an item.
public struct Attributes {
    let attributes: [String: Any]

    /// The class of the item.
    public var `class`: String? { self[kSecClass] }
    /// The bytes.
    public var data: Data? { self[kSecValueData] }
    /// What finds the item again.
    public var persistentRef: Data? { self[kSecValuePersistentRef] }
    /// When it can be read.
    public var accessible: String? { self[kSecAttrAccessible] }
    /// What the user does for it.
    public var accessControl: SecAccessControl? { self[kSecAttrAccessControl] }
    /// Who shares it.
    public var accessGroup: String? { self[kSecAttrAccessGroup] }
    /// Whether it goes to other devices.
    public var synchronizable: Bool? { self[kSecAttrSynchronizable] }
    /// When it was made.
    public var creationDate: Date? { self[kSecAttrCreationDate] }
    /// When it changed last.
    public var modificationDate: Date? { self[kSecAttrModificationDate] }
    /// What a person calls it.
    public var label: String? { self[kSecAttrLabel] }
    /// What a person notes about it.
    public var comment: String? { self[kSecAttrComment] }
    /// Whose it is.
    public var account: String? { self[kSecAttrAccount] }
    /// For which service.
    public var service: String? { self[kSecAttrService] }
    /// For which server.
    public var server: String? { self[kSecAttrServer] }
    /// The server's port.
    public var port: Int? { self[kSecAttrPort] }
    /// How the server is spoken to.
    public var `protocol`: String? { self[kSecAttrProtocol] }

    /// Any of them, by its constant.
    public subscript<Value>(key: CFString) -> Value? { attributes[key as String] as? Value }
}
