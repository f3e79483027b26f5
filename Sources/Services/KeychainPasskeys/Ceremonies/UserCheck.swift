internal import PortableKeychain

/// The check of the user in one ceremony: a yes to a question, or a proof where the site wants one.
struct UserCheck {
    let keychain: Keychain
    let asker: any PasskeyAsker
    /// The proofs of this ceremony alone.
    let context = AuthenticationContext()
    /// Whether the user is to prove who they are.
    let verifies: Bool

    /// Decides whether the user can and has to prove something.
    ///
    /// - Throws: ``PasskeyError/Code/notVerifiable`` if the site requires a proof and the keychain
    ///   has none, ``PasskeyError/Code/nobodyToAsk`` if there is no way to ask the user for a proof
    ///   that it requires.
    init(
        _ keychain: Keychain,
        _ asker: any PasskeyAsker,
        _ verification: UserVerification
    ) throws(PasskeyError) {
        self.keychain = keychain
        self.asker = asker
        let isProvable = try PasskeyError.wrapping { () throws(KeychainError) in
            verification == .discouraged ? false : try Self.canBeProven(keychain)
        }
        guard isProvable || verification != .required else {
            throw PasskeyError(
                .notVerifiable,
                """
                The site requires that you prove who you are, and the keychain has no passcode. Set one \
                with 'keychainctl passcode set'.
                """
            )
        }
        guard isProvable else {
            verifies = false
            return
        }
        do throws(KeychainError) {
            try keychain.canAuthenticate(.userPresence, in: context)
            verifies = true
        } catch {
            guard verification != .required else { throw PasskeyError(error) }
            verifies = false
        }
    }

    /// Asks, and returns the number of the account that the user chose.
    ///
    /// A proof is an answer: with one account, the question for the passcode is the only one.
    func confirm(_ question: PasskeyQuestion) throws(PasskeyError) -> Int {
        try PasskeyError.wrapping { () throws(KeychainError) in
            let isChoice = question.accounts.count > 1
            let account = verifies && !isChoice ? 0 : try asker.account(for: question)
            guard !isChoice || question.accounts.indices.contains(account) else {
                throw KeychainError(.authenticationFailed)
            }
            if verifies {
                try keychain.authenticate(
                    .userPresence,
                    in: context,
                    reason: question.sentence(about: account)
                )
            }
            return account
        }
    }

    /// Asks for a yes alone, where no credential comes of it.
    func tell(_ question: PasskeyQuestion) throws(PasskeyError) {
        try PasskeyError.wrapping { () throws(KeychainError) in
            _ = try asker.account(for: question)
        }
    }

    /// Whether a keychain has a way in that only its user can take, which a chip without a PIN is not.
    private static func canBeProven(_ keychain: Keychain) throws(KeychainError) -> Bool {
        if try keychain.hasPasscode { return true }
        do throws(KeychainError) {
            return try keychain.access.slots().contains { slot in
                [.tokenWithPIN, .securityKey].contains(slot.kind)
            }
        } catch  where error.code == .unimplemented {
            // The agent says nothing of other ways in.
            return false
        }
    }
}
