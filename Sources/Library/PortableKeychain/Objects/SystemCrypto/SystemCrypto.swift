internal import CKeychainPlatform

/// The system's OpenSSL 3, for the algorithms that swift-crypto lacks: SHA-224, some paddings of
/// RSA, and RSA keys of less than 1,024 bits.
///
/// It is loaded when it is first needed, and is not a dependency. Where it is missing, as on Apple's
/// platforms, the algorithms that need it are refused with ``advice``.
enum SystemCrypto {
    /// Whether it may be used; tests show with `false` the behaviour without it.
    @TaskLocal static var isAllowed = true

    /// Whether it is there.
    static var isPresent: Bool { isAllowed && isInstalled }

    private static let isInstalled = pk_system_crypto_present() == 1 && SystemSHA224.isOffered

    /// The advice for a system where it is missing.
    static let advice = """
        This needs the system's OpenSSL 3 (libcrypto.so.3), which is not installed. Install it, or \
        use SHA-256 and a key of 1024 bits or more.
        """
}
