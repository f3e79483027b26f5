internal import PortableKeychain

/// The rules of a chip for counting wrong PINs.
struct TPMGuessing: Equatable {
    /// The number of wrong PINs that it remembers.
    let wrong: UInt32
    /// The number at which it refuses all PINs.
    let limit: UInt32
    /// The time in seconds after which it forgets one wrong PIN; 0 if it forgets none.
    let secondsForEach: UInt32
}

/// A response code of the chip, or of the library that speaks to it.
///
/// Numbers: TPM 2.0 Library, part 2, 6.6, and tss2_common.h for the layers above it.
struct TPMFailure {
    /// The step at which a code was returned, which gives codes their meaning.
    enum Step {
        /// An object was loaded, whose bytes may be damaged.
        case loading
        /// The storage root key was made, which needs the owner's authorization.
        case deriving
        /// A point of another party was used.
        case agreeing
        /// A counter was made, which needs the owner's authorization.
        case defining
        case other
    }

    private let code: UInt32

    init(_ code: UInt32) { self.code = code }

    /// Whether the chip has nothing of that number (TPM_RC_HANDLE).
    var isOfNothing: Bool { [0, 11, 12].contains(code >> 16) && code & 0xBF == 0x8B }

    /// The error for a code.
    ///
    /// - Parameters:
    ///   - step: The step that failed.
    ///   - guessing: Asks the chip how it counts; called only after it refused all PINs.
    /// - Returns: The error, with the next step in its reason.
    func error(in step: Step, guessing: () -> TPMGuessing?) -> KeychainError {
        // 0 is the chip itself; 11 and 12 are programs that share it.
        guard [0, 11, 12].contains(code >> 16) else { return Self.unusable }
        let chip = code & 0xFFF
        if chip == 0x921 { return Self.lockedOut(guessing()) }
        if chip == 0x128 { return Self.changedState }
        // Bit 7: the number of a parameter, handle or session is beside the error's.
        guard chip & 0x80 != 0 else { return Self.unusable }
        switch (chip & 0xBF, step) {
        case (0x8E, .deriving), (0xA2, .deriving): return Self.ownedByOthers
        case (0x8E, .defining), (0xA2, .defining): return Self.noCounter
        case (0x8E, _), (0xA2, _):
            return KeychainError(
                .authenticationFailed,
                reason: """
                    The PIN is wrong, or it is not the one of this key. The TPM counts wrong PINs, and \
                    refuses all of them for a time after too many.
                    """
            )
        case (0x9D, _): return Self.changedState
        case (0xA7, _), (_, .agreeing): return Self.notOnCurve
        case (_, .loading): return TPMBlob.damaged
        default: return Self.unusable
        }
    }

    static var unusable: KeychainError {
        KeychainError(
            .notAvailable,
            reason: "The TPM does not work as expected. Try again, and see 'keychainctl doctor'."
        )
    }

    static func unreachable(_ interface: String) -> KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The TPM cannot be reached through \(interface). On most systems, only members of \
                the group 'tss' may use it.
                """
        )
    }

    static var notOnCurve: KeychainError {
        KeychainError(
            .invalidParameter,
            reason: "The other public key is not a point on the curve P-256."
        )
    }

    static var otherChip: KeychainError {
        KeychainError(
            .corrupt,
            reason: """
                Another TPM sealed this, or this TPM was cleared since. Use the recovery key, or \
                another way to open the keychain.
                """
        )
    }

    private static var ownedByOthers: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The TPM has an owner's password and no storage root key at 0x81000001. Make one there \
                as its administrator: tpm2_createprimary, then tpm2_evictcontrol.
                """
        )
    }

    private static var noCounter: KeychainError {
        KeychainError(
            .notAvailable,
            reason: "The TPM has an owner's password, so only its administrator can make counters."
        )
    }

    static var counterIsGone: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The counter in the TPM was removed, so nothing tells an older keychain from the \
                present one. 'keychainctl tpm unbind', then 'keychainctl tpm bind' make a new one.
                """
        )
    }

    private static var changedState: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The registers (PCRs) of the TPM have other values than when this was sealed, as after \
                an update of the firmware. Use the recovery key, or another way to open the keychain.
                """
        )
    }

    private static func lockedOut(_ guessing: TPMGuessing?) -> KeychainError {
        let time =
            switch guessing?.secondsForEach {
            case nil, 0: "until its administrator resets it (tpm2_dictionarylockout)"
            case let seconds?: "for up to \(duration(seconds))"
            }
        return KeychainError(
            .notAvailable,
            reason: """
                The TPM refuses all PINs \(time), because too many were wrong. Wait, or use another \
                way to open the keychain.
                """
        )
    }

    /// A time in the largest unit that it fills.
    static func duration(_ seconds: UInt32) -> String {
        let units: [(UInt32, String)] = [(3600, "hour"), (60, "minute"), (1, "second")]
        let (unit, name) = units.first { seconds >= $0.0 } ?? (1, "second")
        let count = (seconds + unit - 1) / unit
        return count == 1 ? "1 \(name)" : "\(count) \(name)s"
    }
}
