import Foundation
import LocalAuthentication
import Security

/// A keychain whose settings are chained: each of them answers with a keychain of its own.
///
/// ```swift
/// try Keychain(service: "example.org").accessibility(.afterFirstUnlock).set("t0ken", key: "api")
/// ```
public final class Keychain {
    var options: Options

    init(_ options: Options) { self.options = options }

    /// Passwords of a service.
    public convenience init(service: String, accessGroup: String? = nil) {
        var options = Options(itemClass: .genericPassword)
        options.service = service
        options.accessGroup = accessGroup
        self.init(options)
    }

    /// Passwords of a server.
    public convenience init(
        server: URL,
        protocolType: ProtocolType,
        authenticationType: AuthenticationType = .default
    ) {
        var options = Options(itemClass: .internetPassword)
        options.server = server
        options.protocolType = protocolType
        options.authenticationType = authenticationType
        self.init(options)
    }

    // MARK: - Settings

    /// Sets the condition under which items can be read.
    public func accessibility(_ accessibility: Accessibility) -> Keychain {
        changed { $0.accessibility = accessibility }
    }

    /// Sets the condition under which items can be read, and the proofs that they require.
    public func accessibility(
        _ accessibility: Accessibility,
        authenticationPolicy: AuthenticationPolicy
    ) -> Keychain {
        changed {
            $0.accessibility = accessibility
            $0.authenticationPolicy = authenticationPolicy
        }
    }

    /// Whether items go to the user's other devices.
    public func synchronizable(_ synchronizable: Bool) -> Keychain {
        changed { $0.isSynchronizable = synchronizable }
    }

    /// Sets the user's name for the item.
    public func label(_ label: String) -> Keychain { changed { $0.label = label } }

    /// Sets the user's note about the item.
    public func comment(_ comment: String) -> Keychain { changed { $0.comment = comment } }

    /// Attributes that have no setting of their own.
    public func attributes(_ attributes: [String: Any]) -> Keychain {
        changed { $0.attributes.merge(attributes) { $1 } }
    }

    /// Sets the reason, for the user, to ask.
    public func authenticationPrompt(_ prompt: String) -> Keychain {
        changed { $0.authenticationPrompt = prompt }
    }

    /// Whether the user may be asked.
    public func authenticationUI(_ authenticationUI: AuthenticationUI) -> Keychain {
        changed { $0.authenticationUI = authenticationUI }
    }

    /// Sets the proofs that the user gave already.
    public func authenticationContext(_ context: LAContext) -> Keychain {
        changed { $0.authenticationContext = context }
    }

    private func changed(_ change: (inout Options) -> Void) -> Keychain {
        var options = options
        change(&options)
        return Keychain(options)
    }
}
