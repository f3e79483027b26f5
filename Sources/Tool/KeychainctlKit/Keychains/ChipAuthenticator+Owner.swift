package import PortableKeychain

extension ChipAuthenticator {
    /// Asks the owner of a keychain on behalf of a program in the background, such as an agent: for a
    /// touch, the PIN of a chip, or the passcode, whichever the keychain has first.
    ///
    /// A security key only blinks, so a dialog says first what the touch is for.
    ///
    /// - Parameters:
    ///   - asking: Asks for passcodes and PINs, and shows that dialog.
    ///   - token: The chip; `nil` if there is none.
    ///   - isOnTerminal: Whether `asking` uses the terminal on which the program runs, where the hint
    ///     to touch the security key is seen without a dialog.
    /// - Returns: The authenticator.
    package static func owner(
        _ asking: any Authenticator,
        token: (any SecurityToken)?,
        isOnTerminal: Bool = false
    ) -> ChipAuthenticator {
        let touch = SecurityKeyAuthenticator(
            asking,
            prepare: { question throws(KeychainError) in
                guard !isOnTerminal else { return }
                var question = question
                question.kind = .presence
                question.reason +=
                    (question.reason.isEmpty ? "" : "\n")
                    + "Confirm, then touch the security key that blinks."
                _ = try asking.answer(question)
            }
        )
        return ChipAuthenticator(touch, token: token)
    }
}
