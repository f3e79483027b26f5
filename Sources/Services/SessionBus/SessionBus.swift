package import KeychainSecretService
internal import PortableKeychain
internal import Synchronization

#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainLibC
#endif

/// The reason why there is no service on the bus.
package enum SessionBusProblem: Error, Sendable {
    /// This program was built without the package trait `Agent`.
    case notBuilt
    /// There is no bus, or it ended the connection.
    case noBus(String)
    /// Another program has the name and keeps it.
    case nameIsTaken
    /// The present provider does not answer as it should.
    case provider(String)
    /// The present provider refused one call, for the reason that it gave, and can be called again.
    case refused(String)
}

/// The reason for which the service on the bus ended.
package enum SessionBusEnd: Sendable {
    /// The service was idle for the given time.
    case idle
    /// Another program has taken the name.
    case nameLost
    /// A signal has asked it to end.
    case terminated
    /// The bus has ended.
    case disconnected
}

/// The items of another program that answers for the Secret Service.
package struct ProvidedItems: Sendable {
    /// The items that it shows.
    package var items: [ForeignItem] = []
    /// The labels of the items that it lists and does not show, or their paths where it does not show the label either.
    package var unreadable: [String] = []
}

/// The service on the session bus.
package enum SessionBus {
    /// The name under which programs find it.
    package static let name = "org.freedesktop.secrets"

    /// Reads items of the program that answers for the Secret Service now.
    ///
    /// - Parameters:
    ///   - keyrings: The objects of the keyrings that have them; `nil` for all.
    ///   - asksUser: Whether its user is asked to unlock it.
    /// - Returns: The items, and the names of those that the program lists and does not show.
    /// - Throws: ``SessionBusProblem`` if it does not answer, or its user does not unlock it.
    package static func presentItems(
        of keyrings: Set<String>? = nil,
        asksUser: Bool = true
    ) throws(SessionBusProblem) -> ProvidedItems {
        #if Agent && os(Linux)
            return try OtherProvider(asksUser: asksUser).items(of: keyrings)
        #else
            throw .notBuilt
        #endif
    }

    /// Finds the keyrings with items of the program that answers for the Secret Service now.
    ///
    /// Its user is not asked for anything.
    ///
    /// - Returns: The keyrings, with what is known of their protection.
    /// - Throws: ``SessionBusProblem`` if it does not answer.
    package static func presentKeyrings() throws(SessionBusProblem) -> [ForeignKeyring] {
        #if Agent && os(Linux)
            return try OtherProvider(asksUser: false).keyrings()
        #else
            throw .notBuilt
        #endif
    }

    /// Finds out whether the program that answers for the Secret Service now has a keyring, with items or without.
    ///
    /// - Parameter object: The object of the keyring.
    /// - Returns: Whether it shows it.
    /// - Throws: ``SessionBusProblem`` if it does not answer.
    package static func hasKeyring(_ object: String) throws(SessionBusProblem) -> Bool {
        #if Agent && os(Linux)
            return try OtherProvider(asksUser: false).label(of: object) != nil
        #else
            throw .notBuilt
        #endif
    }

    /// Stores items in a keyring of the program that answers for the Secret Service now.
    ///
    /// - Parameters:
    ///   - handover: The items that this program lacks, by ``presentItems(of:asksUser:)``.
    ///   - keyring: The object of the keyring for them; `nil` for the default one.
    /// - Throws: ``SessionBusProblem`` for the first item that it does not take; those before are stored.
    package static func give(
        _ handover: Handover,
        to keyring: String?
    ) throws(SessionBusProblem) {
        #if Agent && os(Linux)
            try OtherProvider().take(handover, into: keyring)
        #else
            throw .notBuilt
        #endif
    }

    /// Serves until nothing is to be done, the name is lost or the bus ends.
    ///
    /// - Parameters:
    ///   - service: Answers calls.
    ///   - replaces: Whether to take the name from a program that allows it.
    ///   - idle: The seconds without a call after which it ends; `nil` for never.
    ///   - ready: Called when the name is taken.
    /// - Returns: The reason why it ended.
    /// - Throws: ``SessionBusProblem`` if it cannot begin.
    package static func serve(
        _ service: SecretService,
        replaces: Bool,
        idle: Int?,
        ready: () -> Void
    ) throws(SessionBusProblem) -> SessionBusEnd {
        #if Agent && os(Linux)
            return try BusLoop(service).run(replaces: replaces, idle: idle, ready: ready)
        #else
            throw .notBuilt
        #endif
    }
}
