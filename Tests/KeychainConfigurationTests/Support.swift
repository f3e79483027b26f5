#if Configuration
    import Configuration
    import PortableKeychain

    let service = "my-server"

    /// A keychain in memory whose passcode is cheap to check.
    func emptyKeychain() throws -> Keychain {
        var configuration = Keychain.Configuration()
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 8,
            parallelism: 1
        )
        return try Keychain.inMemory(configuration)
    }

    extension Keychain {
        /// Stores a secret for an account of the service.
        func put(_ secret: some SecretRepresentable, _ account: String) throws {
            try set(secret, for: GenericPassword(service: service, account: account))
        }

        func lockWithPasscode() throws {
            try setPasscode(passcode)
            try lock()
        }
    }

    let passcode = SecretBytes(utf8: "1234")
#endif
