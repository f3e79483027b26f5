import Foundation
import Security

/// The known attributes of an item.
public struct Attributes {
    let attributes: [String: Any]

    /// The class of the item.
    public var `class`: String? { self[kSecClass] }
    /// The bytes.
    public var data: Data? { self[kSecValueData] }
    /// The reference that finds the item again.
    public var persistentRef: Data? { self[kSecValuePersistentRef] }
    /// The condition under which it can be read.
    public var accessible: String? { self[kSecAttrAccessible] }
    /// The proofs that it requires of the user.
    public var accessControl: SecAccessControl? { self[kSecAttrAccessControl] }
    /// The group that shares it.
    public var accessGroup: String? { self[kSecAttrAccessGroup] }
    /// Whether it goes to other devices.
    public var synchronizable: Bool? { self[kSecAttrSynchronizable] }
    /// The time when it was made.
    public var creationDate: Date? { self[kSecAttrCreationDate] }
    /// The time when it changed last.
    public var modificationDate: Date? { self[kSecAttrModificationDate] }
    /// The user's name for it.
    public var label: String? { self[kSecAttrLabel] }
    /// The user's note about it.
    public var comment: String? { self[kSecAttrComment] }
    /// The account that it belongs to.
    public var account: String? { self[kSecAttrAccount] }
    /// The service that it is for.
    public var service: String? { self[kSecAttrService] }
    /// The server that it is for.
    public var server: String? { self[kSecAttrServer] }
    /// The server's port.
    public var port: Int? { self[kSecAttrPort] }
    /// The protocol of the server.
    public var `protocol`: String? { self[kSecAttrProtocol] }

    /// Any of them, by its constant.
    public subscript<Value>(key: CFString) -> Value? { attributes[key as String] as? Value }
}
