/// The machine's TPM 2.0, as a token that seals secrets and holds keys.
///
/// It speaks to the chip through the system's library `tpm2-tss`. Build with the package trait
/// `TPM`, which needs that library; without the trait, every call throws
/// `KeychainError.Code.notAvailable`.
public struct TPM2: Sendable {
    /// How the library reaches the chip, as `tpm2-tss` writes it.
    public let interface: String

    /// Names a chip; nothing is opened until the first call.
    ///
    /// - Parameter interface: How to reach it, such as `device:/dev/tpmrm0`, or for a simulator
    ///   `swtpm:path=/run/tpm.sock`. Environment variables are not read.
    public init(interface: String = "device:/dev/tpmrm0") { self.interface = interface }

    /// Whether this program was built with the trait `TPM`.
    public static var isSupported: Bool {
        #if TPM && os(Linux)
            true
        #else
            false
        #endif
    }
}
