/// The class of keys under which an item is sealed; there is one for each accessibility.
///
/// The numbers are part of the format (vault-format.md §5). They are the same as Apple's.
enum ProtectionClass: UInt8, CaseIterable, Sendable {
    case whenUnlocked = 6
    case afterFirstUnlock = 7
    case always = 8
    case whenUnlockedThisDeviceOnly = 9
    case afterFirstUnlockThisDeviceOnly = 10
    case alwaysThisDeviceOnly = 11
    case whenPasscodeSetThisDeviceOnly = 12

    init(_ accessibility: Accessibility) {
        self =
            switch accessibility {
            case .whenUnlocked: .whenUnlocked
            case .afterFirstUnlock: .afterFirstUnlock
            case .always: .always
            case .whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly
            case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
            case .alwaysThisDeviceOnly: .alwaysThisDeviceOnly
            case .whenPasscodeSetThisDeviceOnly: .whenPasscodeSetThisDeviceOnly
            }
    }

    /// The state in which the key of a class is available if there is a passcode.
    enum Availability: Sendable { case always, afterFirstUnlock, whenUnlocked }

    var availability: Availability {
        switch self {
        case .always, .alwaysThisDeviceOnly: .always
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .afterFirstUnlock
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
            .whenUnlocked
        }
    }

    /// The root key that wraps its key.
    var grade: KeyGrade { availability == .always ? .device : .user }

    /// Whether its key is wrapped by the device key in addition to the root key.
    var thisDeviceOnly: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock, .always: false
        default: true
        }
    }

    /// Whether its key exists only as long as a passcode is set.
    var needsPasscode: Bool { self == .whenPasscodeSetThisDeviceOnly }
}

/// The two root keys: the device's, which the device key opens, and the user's, which needs the
/// passcode if there is one.
enum KeyGrade: UInt8, CaseIterable, Sendable {
    case device = 1
    case user = 2
}

/// The key under which a row is sealed: a class and the generation of its key.
struct Protection: Hashable, Sendable {
    var keyClass: ProtectionClass
    /// The number of the key, from 1.
    ///
    /// Only the class that needs a passcode has more than one: it gets a new key whenever a
    /// passcode is set where there was none.
    var generation: UInt32

    init(_ keyClass: ProtectionClass, generation: UInt32) {
        self.keyClass = keyClass
        self.generation = generation
    }

    /// Reads the stored number.
    init(stored: Int64) throws(KeychainError) {
        guard stored >> 8 > 0, stored >> 8 <= Int64(UInt32.max),
            let keyClass = ProtectionClass(rawValue: UInt8(stored & 0xff))
        else {
            throw KeychainError(
                .corrupt,
                reason: "An item refers to a protection that does not exist. Restore a backup."
            )
        }
        self.init(keyClass, generation: UInt32(stored >> 8))
    }

    var stored: Int64 { Int64(generation) << 8 | Int64(keyClass.rawValue) }
}
