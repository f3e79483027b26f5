public import Foundation
internal import PortableKeychain

/// A place for secrets of one kind in the current keychain.
///
/// Valets of another type, made in another way, or with another accessibility or identifier neither
/// read nor change its values. It can be used from any thread; each call is one atomic change, also
/// towards other processes.
///
/// ```swift
/// let valet = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
/// try valet.setString("12345", forKey: "Skroob")
/// ```
public final class Valet: NSObject, Sendable {
    /// The condition under which the values can be read.
    public let accessibility: Accessibility
    /// The name of the valet; of one in a shared group without a name, the group.
    public let identifier: Identifier
    let sandbox: Sandbox

    private static let instances = InstanceCache<Valet>()

    @available(*, unavailable)
    public override init() { fatalError("Valets come from the functions of this class.") }

    private init(_ sandbox: Sandbox, _ accessibility: Accessibility) {
        self.sandbox = sandbox
        self.accessibility = accessibility
        identifier = sandbox.identifier
    }

    static func make(
        _ kind: Sandbox.Kind,
        _ name: Sandbox.Name,
        _ accessibility: Accessibility
    ) -> Valet {
        let sandbox = Sandbox(
            kind: kind,
            name: name,
            protection: .accessibility(accessibility.protection)
        )
        return instances.instance(sandbox) { Valet($0, accessibility) }
    }

    var entries: Entries { Entries(sandbox: sandbox) }

    /// Whether two valets share their values.
    public static func == (lhs: Valet, rhs: Valet) -> Bool { lhs.sandbox == rhs.sandbox }

    /// Whether another object is a valet with the same values.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? Valet).map { $0 == self } ?? false
    }

    /// A hash of the parts of the place.
    public override var hash: Int { sandbox.hashValue }

    /// The identifier, the accessibility and the kind of the valet.
    public override var description: String {
        "\(super.description) \(identifier) \(accessibility) (\(sandbox.kind.title))"
    }
}

// MARK: - Factories

extension Valet {
    /// Finds or makes a valet of the program's own.
    ///
    /// - Parameters:
    ///   - identifier: The name.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func valet(
        with identifier: Identifier,
        accessibility: Accessibility
    ) -> Valet { make(.valet, .identifier(identifier), accessibility) }

    /// Finds or makes a valet whose values go to the user's other devices, where there is a service
    /// for that.
    ///
    /// - Parameters:
    ///   - identifier: The name.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func iCloudValet(
        with identifier: Identifier,
        accessibility: CloudAccessibility
    ) -> Valet { make(.iCloud, .identifier(identifier), accessibility.accessibility) }

    /// Finds or makes a valet whose values several programs share.
    ///
    /// - Parameters:
    ///   - groupIdentifier: The group, which the keychain's configuration has to name.
    ///   - identifier: A name within the group.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func sharedGroupValet(
        with groupIdentifier: SharedGroupIdentifier,
        identifier: Identifier? = nil,
        accessibility: Accessibility
    ) -> Valet { make(.valet, .group(groupIdentifier, identifier), accessibility) }

    /// Finds or makes a valet whose values several programs share, and that go to the user's other
    /// devices, where there is a service for that.
    ///
    /// - Parameters:
    ///   - groupIdentifier: The group, which the keychain's configuration has to name.
    ///   - identifier: A name within the group.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func iCloudSharedGroupValet(
        with groupIdentifier: SharedGroupIdentifier,
        identifier: Identifier? = nil,
        accessibility: CloudAccessibility
    ) -> Valet {
        make(.iCloud, .group(groupIdentifier, identifier), accessibility.accessibility)
    }

    /// Finds or makes a valet whose name people see, because it is the very service of its items.
    ///
    /// Nothing then keeps it apart from other code that uses the same service.
    ///
    /// - Parameters:
    ///   - identifier: The service.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func valet(
        withExplicitlySet identifier: Identifier,
        accessibility: Accessibility
    ) -> Valet { make(.valet, .explicit(identifier), accessibility) }

    /// Finds or makes a valet with a name for users and with values that go to the user's other
    /// devices, where there is a service for that.
    ///
    /// - Parameters:
    ///   - identifier: The service.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func iCloudValet(
        withExplicitlySet identifier: Identifier,
        accessibility: CloudAccessibility
    ) -> Valet { make(.iCloud, .explicit(identifier), accessibility.accessibility) }

    /// Finds or makes a valet with a name for users and with values that several programs share.
    ///
    /// - Parameters:
    ///   - identifier: The group, whose name is the service.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func sharedGroupValet(
        withExplicitlySet identifier: SharedGroupIdentifier,
        accessibility: Accessibility
    ) -> Valet { make(.valet, .explicitGroup(identifier), accessibility) }

    /// Finds or makes a valet whose name people see, whose values several programs share, and that
    /// go to the user's other devices, where there is a service for that.
    ///
    /// - Parameters:
    ///   - identifier: The group, whose name is the service.
    ///   - accessibility: The condition under which the values can be read.
    /// - Returns: The valet; the same object for equal arguments, as long as a reference to it
    ///   exists.
    public class func iCloudSharedGroupValet(
        withExplicitlySet identifier: SharedGroupIdentifier,
        accessibility: CloudAccessibility
    ) -> Valet { make(.iCloud, .explicitGroup(identifier), accessibility.accessibility) }
}
