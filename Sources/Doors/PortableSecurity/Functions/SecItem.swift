public import Foundation
@_spi(Keepers) internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

/// Adds an item to the keychain.
///
/// - Parameters:
///   - attributes: The class, the attributes and, under ``kSecValueData``, the payload.
///   - result: Receives the parts that the `kSecReturn…` keys request, or `nil`; may be `nil`
///     itself.
/// - Returns: ``errSecSuccess``, ``errSecDuplicateItem`` when an item with this identity exists, or
///   another code; then nothing was changed.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    answering(result) { () throws(KeychainError) in try ItemQuery(attributes, for: .add).request }
}

/// Finds items in the keychain.
///
/// - Parameters:
///   - query: The conditions on items, the limit, and the parts to return.
///   - result: Receives the object that the `kSecReturn…` keys ask for, or `nil`; may be `nil`
///     itself.
/// - Returns: ``errSecSuccess``, ``errSecItemNotFound``, or another code.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    answering(result) { () throws(KeychainError) in
        try ItemQuery(query, for: .copyMatching).request
    }
}

/// Changes every matching item, all or none.
///
/// - Parameters:
///   - query: The conditions on items.
///   - attributesToUpdate: The new attributes and, under ``kSecValueData``, the new payload.
/// - Returns: ``errSecSuccess``, ``errSecItemNotFound``, ``errSecDuplicateItem`` when a change
///   would give two items one identity, or another code; then nothing was changed.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    answering(nil) { () throws(KeychainError) in
        try ItemQuery(query, for: .update(ItemChanges(attributesToUpdate))).request
    }
}

/// Removes every matching item.
///
/// - Parameter query: The attributes of the items. A query with only a class removes all its items.
/// - Returns: ``errSecSuccess``, ``errSecItemNotFound``, or another code.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    answering(nil) { () throws(KeychainError) in try ItemQuery(query, for: .delete).request }
}

/// Asks the current keychain, and puts the answer where the caller wants it.
private func answering(
    _ result: UnsafeMutablePointer<CFTypeRef?>?,
    _ request: () throws(KeychainError) -> ItemRequest
) -> OSStatus {
    result?.pointee = nil
    do throws(KeychainError) {
        let request = try request()
        let answer = try asking { keychain throws(KeychainError) in try keychain.perform(request) }
        result?.pointee = ItemResult(answer, to: request, objects: .security).object
        return errSecSuccess
    } catch {
        return error.status
    }
}
