internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl login-password enroll`.
struct LoginPasswordEnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Let the password of your login open a keychain.",
        discussion: """
            Reads the passcode first, or the recovery key of a keychain without one: it needs \
            either, because a login password does not open items that require their user. Then \
            reads the login password, on a terminal twice; in a pipe, each is on a line. An \
            earlier login password no longer opens it.

            The keychain is not told when you change your login password: run this again after \
            that. Somebody with a copy of your files can try passwords, so a weak one weakens \
            the keychain, unless the device key is in the TPM ('keychainctl tpm bind').

            EXAMPLES
              keychainctl login-password enroll
              keychainctl login-password enroll --keychain work
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        guard try Set(keychain.access.slots().map(\.kind)) != [.device] else {
            throw Failure(
                .usage,
                "a login password cannot be the only way into a keychain",
                advice: "set a passcode first, with 'keychainctl passcode set'"
            )
        }
        var source = try PasscodeSource()
        let proof = try WaysIn.proof(for: keychain, from: &source, adding: true)
        try WaysIn.check(proof, for: keychain)
        let password = try source.loginPassword()
        try LoginPassword(of: keychain).enroll(password, proof: proof)
    }
}
