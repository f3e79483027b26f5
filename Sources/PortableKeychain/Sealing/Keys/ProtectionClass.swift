/// The key class an item is sealed under: one for each accessibility value.
///
/// The numbers are stored (vault-format.md §5); they are Apple's, for whoever knows those.
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

    /// How long its key is at hand once a passcode is set.
    enum Availability: Sendable { case always, afterFirstUnlock, whenUnlocked }

    var availability: Availability {
        switch self {
        case .always, .alwaysThisDeviceOnly: .always
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .afterFirstUnlock
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
            .whenUnlocked
        }
    }

    /// Which root key wraps its key.
    var grade: KeyGrade { availability == .always ? .device : .user }

    /// Whether its key is bound to the device key besides the root key.
    var thisDeviceOnly: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock, .always: false
        default: true
        }
    }

    /// Whether its key exists only as long as a passcode is set.
    var needsPasscode: Bool { self == .whenPasscodeSetThisDeviceOnly }
}

/// The two root keys: what the device alone opens, and what needs the user once a passcode is set.
enum KeyGrade: UInt8, CaseIterable, Sendable {
    case device = 1
    case user = 2
}

/// Which key a row is sealed under: a class, and which of its successive keys.
struct Protection: Hashable, Sendable {
    var keyClass: ProtectionClass
    /// Counts the keys that a class has had, from 1; a new passcode makes a new key for its class.
    var generation: UInt32

    init(_ keyClass: ProtectionClass, generation: UInt32) {
        self.keyClass = keyClass
        self.generation = generation
    }

    /// Reads the number in a row.
    init(stored: Int64) throws(KeychainError) {
        guard stored >> 8 > 0, stored >> 8 <= Int64(UInt32.max),
            let keyClass = ProtectionClass(rawValue: UInt8(stored & 0xff))
        else {
            throw KeychainError(.corrupt, reason: "A row names a protection that does not exist.")
        }
        self.init(keyClass, generation: UInt32(stored >> 8))
    }

    var stored: Int64 { Int64(generation) << 8 | Int64(keyClass.rawValue) }
}
