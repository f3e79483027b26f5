public import Foundation

/// An item of the keychain, as a value.
///
/// Use ``GenericPasswordItem`` and ``InternetPasswordItem``, or conform a type of your own to keep
/// items with attributes that those lack.
public protocol StealthyProperty: Identifiable, Hashable, Sendable {
    /// The class of items that the type describes.
    static var propertyType: StealthyPropertyType { get }
    /// The attributes that identify the item in its class.
    var id: String { get }
    /// The account of the secret.
    var account: String { get }
    /// The secret.
    var data: Data { get }
    /// The programs that share the item; the repository's default, or the program's own, if `nil`.
    var accessGroup: String? { get }
    /// The time when the item was added; set by the keychain.
    var createdAt: Date? { get }
    /// The time when the item was last changed; set by the keychain.
    var modifiedAt: Date? { get }
    /// The kind of item, as shown to people.
    var description: String? { get }
    /// A comment.
    var comment: String? { get }
    /// A kind of item, as a number of four characters.
    var type: Int? { get }
    /// The name shown in lists.
    var label: String? { get }
    /// Whether the item belongs to the synchronized set.
    var isSynchronizable: Synchronizable { get }

    /// Creates a property from an answer of the keychain.
    ///
    /// - Parameter dictionary: Attributes and secret under Apple's keys.
    /// - Throws: An error if the dictionary does not describe an item of this type; the repository
    ///   leaves the item out then.
    init(dictionary: StealthyDictionary) throws
    /// Creates a property of a dictionary that a property made, such as ``addQuery()``.
    ///
    /// - Parameter rawDictionary: Attributes and secret under Apple's keys.
    /// - Throws: An error if the dictionary does not describe an item of this type.
    init(rawDictionary: StealthyDictionary) throws
    /// The dictionary that adds the item.
    func addQuery() -> StealthyDictionary
    /// The dictionary that finds the item to delete it.
    func deleteQuery() -> StealthyDictionary
    /// The dictionaries that find the item and replace its content.
    func updateQuerySet() -> UpdateQuerySet
    /// The attributes that identify the item; `nil` for omitted ones.
    func uniqueAttributes() -> StealthyDictionary
    /// The other attributes; `nil` for one that stays as it is.
    func otherProperties() -> StealthyDictionary
}
