internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import SessionBus

/// No secret is less protected in the keychain than in the keyring from before, unless the user says so.
extension Setup {
    /// Prints the protection of the keyring from which `enable` would import into the default keychain, and the name of
    /// its program.
    ///
    /// `keychainctl` reads it before it asks the user, and before anything is changed.
    ///
    /// - Parameter imports: Whether `enable` would bring items.
    /// - Throws: ``Failure`` if `enable` would fail.
    func examine(imports: Bool) throws {
        let owner = try common.bus.owner()
        let other = try OtherKeyring.having(owner)
        let keyrings = try imports && hasOther(owner) ? Self.keyrings() : []
        let protection = keyrings.filter(\.isDefault).map(\.protection).max() ?? .none
        Terminal.line("\(protection.rawValue)\t\(Self.name(of: other))")
    }

    /// Fails if items of a keyring that may have a password would come into a keychain without protection.
    ///
    /// - Parameters:
    ///   - keyrings: The keyrings that come into the default keychain.
    ///   - keychain: The default keychain, if there is one.
    ///   - other: The program that has the keyrings.
    /// - Throws: ``Failure``, or an error of the keychain.
    static func requireProtection(
        of keyrings: [ForeignKeyring],
        by keychain: Keychain?,
        against other: OtherKeyring?
    ) throws {
        guard try !WaysIn.areProtecting(keychain) else { return }
        let has: String
        switch keyrings.map(\.protection).max() {
        case .none?, nil: return
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

    /// The keyrings of the other program that have items.
    static func keyrings() throws(Failure) -> [ForeignKeyring] {
        do throws(SessionBusProblem) {
            return try SessionBus.presentKeyrings()
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
