/// A state in which a key of a keychain is gone, or has changed.
///
/// A new one is a row of ``all``.
package struct LostState: Sendable, CustomStringConvertible {
    /// Its name, which is also the title of its section in `Documentation/WhenSomethingIsLost.md`.
    package let name: String
    /// The events, in this order.
    package let steps: [Step]

    /// An event that happens to a machine.
    package enum Step: Hashable, Sendable {
        /// A recovery key of the device key is made.
        case deviceRecovery
        /// The device key moves into the chip, after such a key was made.
        case bind
        /// The first keychain gets a passcode that is forgotten.
        case forgottenPasscode
        /// A security key locks the first keychain, and is lost.
        case lostSecurityKey
        /// The files of the plain device key are removed.
        case removeDeviceKey
        /// A byte of the file of the plain device key changes.
        case damageDeviceKey
        /// The program no longer reaches a chip.
        case removeChip
        /// Another chip is in the place of the one of the machine.
        case replaceChip
        /// The chip forgets its contents, as its owner may order in the firmware.
        case clearChip
        /// The file of the first keychain is a copy from before its last change.
        case putOlderFile
        /// The file of the first keychain is overwritten in parts.
        case damageFile
        /// The log of changes beside the file of the first keychain is removed before they were
        /// moved into it.
        case removeLog
        /// The first keychain was removed, by another program or with the wrong name.
        case removeKeychain
        /// The file of the first keychain is of a format that this program does not know yet.
        case newerVersion
    }

    package var description: String { name }

    /// Whether the file of the first keychain can no longer be opened, or not with this program.
    package var destroysFile: Bool {
        !Set(steps).isDisjoint(with: [.damageFile, .removeKeychain, .newerVersion])
    }

    /// The states that need neither a second machine nor another disk.
    package static let all: [LostState] = [
        LostState("The device key is lost", [.deviceRecovery, .removeDeviceKey]),
        LostState("The device key is damaged", [.deviceRecovery, .damageDeviceKey]),
        LostState("The chip is gone", [.bind, .removeChip]),
        LostState("The chip was replaced", [.bind, .replaceChip]),
        LostState("The chip was cleared", [.bind, .clearChip]),
        LostState(
            "The chip is gone, and the keychain was removed",
            [.bind, .removeKeychain, .removeChip]
        ),
        LostState("The passcode is forgotten", [.forgottenPasscode]),
        LostState(
            "The passcode is forgotten, and the chip is gone",
            [.bind, .forgottenPasscode, .removeChip]
        ),
        LostState("The security key is lost", [.lostSecurityKey]),
        LostState("The file is older", [.putOlderFile]),
        LostState("The file is older, and the chip counts", [.bind, .putOlderFile]),
        LostState("The file is damaged", [.damageFile]),
        LostState("The log is missing", [.removeLog]),
        LostState("The keychain was removed", [.removeKeychain]),
        LostState("The file is of a newer version", [.newerVersion]),
    ]

    private init(_ name: String, _ steps: [Step]) { (self.name, self.steps) = (name, steps) }
}
