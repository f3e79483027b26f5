internal import Foundation
package import KeychainSync

/// The operations of a device's user, on any store; a simulation needs no more of a keychain.
package protocol SimStore: SyncStore, AnyObject {
    /// Adds or changes one or several items at one moment, all or none.
    ///
    /// - Returns: Whether the keychain did so.
    func write(_ items: [SimItem]) -> Bool

    /// Deletes an item; false if it cannot be deleted now.
    func delete(_ account: String) -> Bool

    /// Changes an item and its key; false if that is not possible.
    func rename(_ account: String, to item: SimItem) -> Bool

    /// Adds an item that is not synchronizable.
    func writeLocal(_ account: String, secret: String) -> Bool

    /// The items that can be read now, this-device-only ones included.
    func items() -> [SimItem]

    func setLocked(_ isLocked: Bool)
}

/// A generic password in a simulation.
package struct SimItem: Sendable, Equatable {
    package var account: String
    package var secret: String
    package var label: String?
    package var comment: String?
    /// Apple's name of the accessibility, such as `ak`.
    package var accessible: String

    package init(
        account: String,
        secret: String,
        label: String? = nil,
        comment: String? = nil,
        accessible: String
    ) {
        self.account = account
        self.secret = secret
        self.label = label
        self.comment = comment
        self.accessible = accessible
    }

    /// The values by unit.
    package var values: [String: String] {
        var values = ["secret": secret]
        values["label"] = label
        values["comment"] = comment
        return values
    }
}
