/// A keyring of a desktop, which may be ended so that `keychaind` answers in its place.
package struct OtherKeyring: Equatable, Sendable {
    /// The kernel's name of its program: at most 15 bytes.
    package let program: String
    /// Its name, for people.
    package let shown: String
    /// A hint for the user that keeps it from answering again at the next login; `nil` if the files
    /// of `enable` do.
    package let hint: String?

    private static let all = [
        OtherKeyring(program: "gnome-keyring-d", shown: "gnome-keyring", hint: nil),
        kwallet("kwalletd5", "kwriteconfig5"),
        kwallet("kwalletd6", "kwriteconfig6"),
        kwallet("ksecretd", "kwriteconfig6"),
    ]

    private static func kwallet(_ program: String, _ command: String) -> OtherKeyring {
        let hint =
            "KWallet may take the name again at the next login. This keeps it from that: "
            + "\(command) --file kwalletrc --group org.freedesktop.secrets --key apiEnabled false"
        return OtherKeyring(program: program, shown: "KWallet", hint: hint)
    }

    private init(program: String, shown: String, hint: String?) {
        (self.program, self.shown, self.hint) = (program, shown, hint)
    }

    /// The keyring that has the name.
    ///
    /// - Parameter owner: The owner of the name.
    /// - Returns: The keyring; `nil` if `keychaind` or no program has the name.
    /// - Throws: ``Failure`` for a program that may not be ended.
    package static func having(_ owner: NameOwner) throws(Failure) -> OtherKeyring? {
        // A program without a name has just ended.
        guard case .program(_, let name) = owner, !["", SecretServiceSetup.program].contains(name)
        else { return nil }
        guard let known = all.first(where: { $0.program == name }) else {
            throw Failure(
                .unfit,
                "the program '\(name)' answers for \(Desktop.busName), and is not ended by this command",
                advice: """
                    its items cannot be imported once it no longer answers, so first export them there, for \
                    'keychainctl import'; then switch that off in its settings, or end it, and run this again
                    """
            )
        }
        return known
    }
}
