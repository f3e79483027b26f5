internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import SessionBus

/// No secret is less protected in the keychain than in the keyring from before, unless the user says so.
extension Setup {
    /// Prints whether `enable` would bring items of a protected keyring, and the name of the program that has it.
    ///
    /// For `keychainctl`, which asks its user before anything is changed.
    ///
    /// - Parameter imports: Whether `enable` would bring items.
    /// - Throws: ``Failure`` if `enable` would fail.
    func examine(imports: Bool) throws {
        let owner = try common.bus.owner()
        let other = try OtherKeyring.having(owner)
        let protection = try imports && hasOther(owner) ? Self.protection() : .none
        Terminal.line("\(protection.rawValue)\t\(Self.name(of: other))")
    }

    /// Fails if items of a keyring that may have a password would come into a keychain without protection.
    ///
    /// - Parameter other: The program that has the keyring.
    /// - Throws: ``Failure``, or an error of the keychain.
    static func requireProtection(against other: OtherKeyring?) throws {
        guard try !isProtected() else { return }
        let has: String
        switch try protection() {
        case .none: return
        case .unknown: has = "may have a password"
        case .password: has = "has a password"
        }
        throw Failure(
            .usage,
            "the keyring of \(name(of: other)) \(has), and your keychain has none: nothing was changed",
            advice:
                "set one with 'keychainctl passcode set', or import without one by --no-passcode"
        )
    }

    /// Whether more than its files is needed to read the default keychain.
    static func isProtected() throws -> Bool {
        try WaysIn.areProtecting(KeychainChoice().openFileIfPresent())
    }

    /// The name of another program, for people.
    static func name(of other: OtherKeyring?) -> String {
        other?.shown ?? "the program that answered before"
    }

    /// The best protection of the keyrings with items.
    private static func protection() throws(Failure) -> ForeignKeyring.Protection {
        do throws(SessionBusProblem) {
            return try SessionBus.presentKeyrings().map(\.protection).max() ?? .none
        } catch {
            throw unreadable(error)
        }
    }

    /// The failure of a program whose items cannot be read.
    static func unreadable(_ problem: SessionBusProblem) -> Failure {
        Failure(
            .unfit,
            Failure(problem).problem,
            advice: "unlock its keyring and run this again, or leave its items with --no-import"
        )
    }
}
