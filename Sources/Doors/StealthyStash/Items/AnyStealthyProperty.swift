public import Foundation

/// A property whose type is hidden, so that several types go into one list.
///
/// Two values are equal if they have the same class and ``id``, regardless of their content.
public struct AnyStealthyProperty: Identifiable, Hashable, Sendable {
    /// The property; cast it to its type for attributes that this wrapper lacks.
    public let property: any StealthyProperty

    /// The attributes that identify the item in its class.
    public var id: String { property.id }

    /// Wraps a property.
    ///
    /// - Parameter property: A property of any type.
    public init(property: any StealthyProperty) { self.property = property }

    /// Whether two properties name the same item.
    public static func == (lhs: AnyStealthyProperty, rhs: AnyStealthyProperty) -> Bool {
        lhs.propertyType == rhs.propertyType && lhs.id == rhs.id
    }

    /// Feeds the compared properties into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(propertyType)
        hasher.combine(id)
    }
}

extension AnyStealthyProperty {
    /// The account of the secret.
    public var account: String { property.account }
    /// The secret.
    public var data: Data { property.data }
    /// The programs that share the item.
    public var accessGroup: String? { property.accessGroup }
    /// The time when the item was added.
    public var createdAt: Date? { property.createdAt }
    /// The time when the item was last changed.
    public var modifiedAt: Date? { property.modifiedAt }
    /// The kind of item, as shown to people.
    public var description: String? { property.description }
    /// A comment.
    public var comment: String? { property.comment }
    /// A kind of item, as a number.
    public var type: Int? { property.type }
    /// The name shown in lists.
    public var label: String? { property.label }
    /// Whether the item belongs to the synchronized set.
    public var isSynchronizable: Synchronizable { property.isSynchronizable }
    /// The service; `nil` unless it is a ``GenericPasswordItem``.
    public var service: String? { (property as? GenericPasswordItem)?.service }
    /// The server; `nil` unless it is an ``InternetPasswordItem``.
    public var server: String? { internet?.server }
    /// The protocol; `nil` unless it is an ``InternetPasswordItem``.
    public var `protocol`: ServerProtocol? { internet?.protocol }
    /// The port; `nil` unless it is an ``InternetPasswordItem``.
    public var port: Int? { internet?.port }
    /// The path; `nil` unless it is an ``InternetPasswordItem``.
    public var path: String? { internet?.path }

    private var internet: InternetPasswordItem? { property as? InternetPasswordItem }
}

extension AnyStealthyProperty {
    /// The class of the item.
    public var propertyType: StealthyPropertyType { Swift.type(of: property).propertyType }
}
