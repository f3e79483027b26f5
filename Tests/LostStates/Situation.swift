package import PortableKeychain

/// Everything that a person has: the files of a machine, chips, and recovery keys on paper.
package struct Situation: Sendable {
    /// The files: `keychains` is the folder of keychains, `elsewhere` a disk with copies.
    package var image: FolderImage
    /// The chip of the machine, and one of another machine.
    package var chips: [CopyableChip]
    /// The recovery keys that were ever shown, in their order.
    package var papers: [RecoveryKey]

    /// A copy that changes nothing here, also not in the chips.
    package var copy: Situation {
        Situation(image: image, chips: chips.map { $0.copy() }, papers: papers)
    }

    /// The keychains that a person wants to keep.
    package enum Place: String, CaseIterable, Sendable {
        /// Has a recovery key of its own.
        case work
        /// The keychain without a recovery key: only a copy of the device key recovers it.
        case home
        /// A copy of the file of ``work``, on another disk.
        case copy
    }

    /// The chip that the program reaches.
    package enum Chip: String, CaseIterable, Sendable {
        case right, other, none
    }

    /// A secret that a person may have.
    package enum Way: Hashable, Comparable, CustomStringConvertible, Sendable {
        /// The files alone, and the passcode.
        case files
        /// One of the chips, by its number.
        case chip(Int)
        /// One of the recovery keys, by its number.
        case paper(Int)

        package var description: String {
            switch self {
            case .files: "the files alone"
            case .chip(0): "the chip"
            case .chip: "the other chip"
            case .paper(let number): "recovery key \(number)"
            }
        }
    }
}
