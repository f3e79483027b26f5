package import PortableKeychain

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension PasscodeHashing {
    /// What a guess costs at the passcodes and passphrases that this tool sets: the standard.
    ///
    /// Builds for debugging make it cheap where `KEYCHAINCTL_QUICK_PASSCODES` is set. Their
    /// cryptography is not optimized, so that the standard takes more than a second for each
    /// passcode, of which the sessions under test use many. Builds for release, which
    /// `make install` and `make static` make, do not contain this variable.
    package static let tool: PasscodeHashing = {
        #if DEBUG
            let quick = try? PasscodeHashing(rounds: 1 << 10, blockSize: 8, parallelism: 1)
            if let quick, getenv("KEYCHAINCTL_QUICK_PASSCODES") != nil { return quick }
        #endif
        return .standard
    }()
}
