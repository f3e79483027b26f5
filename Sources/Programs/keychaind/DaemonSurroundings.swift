internal import KeychainAgent
internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain

/// Objects that the services of the process share: the user is asked one question at a time, and a
/// keychain that is unlocked for one service is unlocked for all.
struct DaemonSurroundings {
    /// The user's attention.
    let attention = Attention()
    /// The unlocked keys; `nil` in a process that is not an agent.
    let retention: AgentRetention?
    /// The folder of the keychains, without a way of asking.
    let configuration: Keychain.Configuration
    /// Asks the user, when no other question is open.
    let authenticator: any Authenticator

    /// - Parameters:
    ///   - applicationIdentifier: The name of the program.
    ///   - isAgent: Whether it serves keychains that are used through the agent alone.
    init(applicationIdentifier: String, isAgent: Bool) {
        var configuration = Keychain.Configuration.fromEnvironment(
            applicationIdentifier: applicationIdentifier
        )
        authenticator = attention.taking(
            ChipAuthenticator(
                configuration.authenticator ?? PinentryAuthenticator(),
                token: configuration.token
            )
        )
        configuration.authenticator = nil
        retention = isAgent ? AgentRetention() : nil
        if let retention {
            configuration.retention = retention
            configuration.exclusiveRetention = retention.inside
        }
        self.configuration = configuration
    }

    /// The surroundings of the Secret Service: the user's settings at each time, and the chip.
    var ofSecretService: SecretService.Surroundings {
        let configuration = configuration
        return SecretService.Surroundings(
            locksWithScreen: {
                // Locked, if the choice of the user cannot be read.
                (try? KeychainPreferences(configuration))?.value(of: .lockWithScreen) != "no"
            },
            reopen: { _ = try? ChipAuthenticator.unlock($0, configuration) },
            notices: {
                let choice = (try? KeychainPreferences(configuration))?.value(of: .notifications)
                return choice.flatMap { DesktopNotice.Choice(rawValue: $0) } ?? .no
            },
            canAsk: { PinentryAuthenticator.canAsk }
        )
    }
}
