internal import Foundation
internal import KeychainTesting
package import PortableKeychain

/// A situation on a real disk, which commands change; the folder is removed at the end.
package final class Desk {
    /// The secret of all items of the person.
    static let secret = SecretBytes(utf8: "s3cret")
    /// The passcode that the person knows, if there is one.
    static let passcode = SecretBytes(utf8: "right horse")
    static let wrongPasscode = SecretBytes(utf8: "wrong horse")
    static let item = GenericPassword(service: "a", account: "b")

    let root: String
    package var papers: [RecoveryKey]
    let chips: [CopyableChip]

    /// Lays out a situation.
    package init(_ situation: Situation) throws {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        root = (isThere ? memory : NSTemporaryDirectory()) + "/desk-\(UUID())"
        papers = situation.papers
        chips = situation.chips.map { $0.copy() }
        try situation.image.write(to: root)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The situation that is on the disk now.
    package var situation: Situation {
        Situation(image: FolderImage(of: root), chips: chips.map { $0.copy() }, papers: papers)
    }

    /// The folder of the keychains.
    package var folder: String { root + "/keychains" }

    /// The place of a keychain.
    func place(_ place: Situation.Place) -> Keychain.Place {
        switch place {
        case .work, .home: .named(place.rawValue)
        case .copy: .file(root + "/elsewhere/work.keychain")
        }
    }

    /// A program of the person.
    ///
    /// The kernel keeps nothing for it, so that every key is in the files or in the person's hands.
    ///
    /// - Parameters:
    ///   - chip: The chip that it reaches, by its number.
    ///   - older: The treatment of older files.
    /// - Returns: Its configuration.
    func program(
        chip: Int?,
        older: Keychain.Configuration.OlderFiles = .refused
    ) -> Keychain.Configuration {
        var configuration = Keychain.Configuration(
            applicationIdentifier: "keychainctl",
            folder: folder
        )
        configuration.token = chip.map { chips[$0] }
        configuration.retention = NoKeyRetention()
        configuration.olderFiles = older
        if let quick = try? PasscodeHashing(rounds: 1 << 10, blockSize: 1, parallelism: 1) {
            configuration.passcodeHashing = quick
        }
        return configuration
    }

    func program(_ chip: Situation.Chip) -> Keychain.Configuration {
        switch chip {
        case .right: program(chip: 0)
        case .other: program(chip: 1)
        case .none: program(chip: nil)
        }
    }
}
