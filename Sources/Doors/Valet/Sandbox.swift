internal import PortableKeychain

/// The place of a valet's values, with a service, a group, and a protection.
///
/// Two valets with one sandbox see the same values; two with different ones never do.
struct Sandbox: Hashable, Sendable {
    /// The name of a kind of valet in the services of stored items.
    ///
    /// Written out: a renamed type must not make stored values unreachable.
    enum Kind: String {
        case valet = "VALValet"
        case iCloud = "VALSynchronizableValet"
        case secureEnclave = "VALSecureEnclaveValet"
        case singlePrompt = "VALSinglePromptSecureEnclaveValet"

        /// The name for people.
        var title: String {
            switch self {
            case .valet: "Valet"
            case .iCloud: "iCloud"
            case .secureEnclave: "Secure Enclave"
            case .singlePrompt: "Single Prompt"
            }
        }
    }

    /// The identity of a valet.
    enum Name: Hashable {
        /// A name within the names of this library.
        case identifier(Identifier)
        /// A group that programs share, and a name within it.
        case group(SharedGroupIdentifier, Identifier?)
        /// The exact name of a service.
        case explicit(Identifier)
        /// The exact name of a service, in the group of that name.
        case explicitGroup(SharedGroupIdentifier)
    }

    /// The protection of a valet's values.
    enum Protection: Hashable {
        /// A condition under which values can be read.
        case accessibility(PortableKeychain.Accessibility)
        /// A proof of the user, as long as there is a passcode.
        case proof(SecureEnclaveAccessControl)
    }

    let kind: Kind
    let name: Name
    let protection: Protection

    /// The name by which a program knows the valet.
    var identifier: Identifier {
        switch name {
        case .identifier(let identifier), .explicit(let identifier): identifier
        case .group(let group, let identifier): identifier ?? group.identifier
        case .explicitGroup(let group): group.identifier
        }
    }

    /// The service of its items (`kSecAttrService`).
    var service: String { service(protection.description) }

    /// The service as it would be for values protected in another way, by the name of that.
    func service(_ protection: String) -> String {
        let start = "VAL_\(kind.rawValue)_"
        return switch name {
        case .identifier(let identifier):
            "\(start)initWithIdentifier:accessibility:_\(identifier)_\(protection)"
        case .group(let group, nil):
            "\(start)initWithSharedAccessGroupIdentifier:accessibility:_\(group.group)_\(protection)"
        case .group(let group, let identifier?):
            "\(start)initWithSharedAccessGroupIdentifier:accessibility:_\(group.group)_\(identifier)"
                + "_\(protection)"
        case .explicit(let identifier): identifier.description
        case .explicitGroup(let group): group.group
        }
    }

    /// The group of its items (`kSecAttrAccessGroup`), or `nil` for the program's own.
    var accessGroup: String? {
        switch name {
        case .identifier, .explicit: nil
        case .group(let group, _), .explicitGroup(let group): group.description
        }
    }

    /// Whether the values go to the user's other devices.
    var isSynchronizable: Bool { kind == .iCloud }
}

extension Sandbox.Protection: CustomStringConvertible {
    /// The name, as it stands in the services of stored items.
    var description: String {
        switch self {
        case .accessibility(let accessibility):
            switch accessibility {
            case .whenUnlocked: "AccessibleWhenUnlocked"
            case .afterFirstUnlock: "AccessibleAfterFirstUnlock"
            case .always: "AccessibleAlways"
            case .whenPasscodeSetThisDeviceOnly: "AccessibleWhenPasscodeSetThisDeviceOnly"
            case .whenUnlockedThisDeviceOnly: "AccessibleWhenUnlockedThisDeviceOnly"
            case .afterFirstUnlockThisDeviceOnly: "AccessibleAfterFirstUnlockThisDeviceOnly"
            case .alwaysThisDeviceOnly: "AccessibleAlwaysThisDeviceOnly"
            }
        case .proof(let accessControl):
            "AccessibleWhenPasscodeSetThisDeviceOnly\(accessControl)"
        }
    }
}

extension SharedGroupIdentifier {
    /// The group as a name; it is never empty.
    fileprivate var identifier: Identifier { Identifier(known: description) }
}
