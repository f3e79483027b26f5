package import PortableKeychain
internal import KeychainLibC

extension PasscodeHashing {
    /// The hashing cost for passcodes and passphrases that this tool sets: the standard cost.
    ///
    /// Debug builds use a cheap one if `KEYCHAINCTL_QUICK_PASSCODES` is set. Their
    /// cryptography is not optimized, so that the standard cost takes more than a second for each
    /// passcode, and the tested sessions use many passcodes. Release builds, which
    /// `make install` and `make static` use, do not read this variable.
    package static let tool: PasscodeHashing = {
        #if DEBUG
            let quick = try? PasscodeHashing(rounds: 1 << 10, blockSize: 8, parallelism: 1)
            if let quick, getenv("KEYCHAINCTL_QUICK_PASSCODES") != nil { return quick }
        #endif
        return .standard
    }()
}
