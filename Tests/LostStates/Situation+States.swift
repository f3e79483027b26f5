internal import Foundation
@_spi(Keepers) internal import PortableKeychain

/// Situations from which sequences begin.
extension Situation {
    /// A machine with two keychains, of which the first has a recovery key (number 0), and a copy
    /// of that.
    package static func fresh() throws -> Situation {
        let desk = try Desk(
            Situation(image: FolderImage(), chips: [CopyableChip(), CopyableChip()], papers: [])
        )
        for place in [Place.work, .home] {
            let keychain = try Keychain.create(
                desk.place(place),
                configuration: desk.program(.right)
            )
            try keychain.set(Desk.secret, for: Desk.item)
            guard place == .work else { continue }
            let key = keychain.access.newRecoveryKey()
            try keychain.access.setRecoveryKey(key, confirmedBy: key.text, proof: .device)
            desk.papers.append(key)
        }
        var situation = desk.situation
        situation.image["elsewhere/work.keychain"] = situation.image[Self.file]
        return situation
    }

    /// A machine in a lost state.
    package static func after(_ state: LostState) throws -> Situation {
        var situation = try fresh()
        for step in state.steps { try situation.suffer(step) }
        return situation
    }

    private static let file = "keychains/work.keychain"

    /// Lets something happen.
    private mutating func suffer(_ step: LostState.Step) throws {
        switch step {
        case .deviceRecovery, .bind, .forgottenPasscode, .lostSecurityKey:
            let desk = try Desk(self)
            try desk.undergo(step)
            self = desk.situation
        case .removeDeviceKey: self = withoutDeviceKey
        case .damageDeviceKey: image["keychains/device.key"]?[20] ^= 1
        // Each command says which chip it reaches.
        case .removeChip, .replaceChip: break
        case .clearChip: chips[0] = CopyableChip()
        case .putOlderFile:
            let old = image[Self.file]
            try change { _ in }
            image[Self.file] = old
            image[Self.file + "-wal"] = nil
        case .removeLog:
            var open = FolderImage()
            try change { open = FolderImage(of: $0) }
            image[Self.file] = open[Self.file]
            image[Self.file + "-wal"] = nil
        case .damageFile:
            var content = image[Self.file] ?? Data()
            for place in stride(from: 4096, to: content.count - 6, by: 64) {
                content.replaceSubrange(place..<(place + 6), with: Data("damage".utf8))
            }
            image[Self.file] = content
        case .removeKeychain:
            let desk = try Desk(self)
            try Keychain.remove(desk.place(.work), configuration: desk.program(.right))
            self = desk.situation
        case .newerVersion:
            // The format's version in the header of SQLite (`user_version`).
            image[Self.file]?.replaceSubrange(60..<64, with: [0, 0, 7, 0xD1])
        }
    }

    /// Changes an item of the first keychain, and looks at the files while it is open.
    private mutating func change(_ look: (String) -> Void) throws {
        let desk = try Desk(self)
        let keychain = try Keychain.open(desk.place(.work), configuration: desk.program(.right))
        try keychain.set("later", for: GenericPassword(service: "later", account: "b"))
        look(desk.root)
        try withExtendedLifetime(keychain) { try $0.lockIfPossible() }
        self = desk.situation
    }
}

extension Keychain {
    fileprivate func lockIfPossible() throws { if try hasPasscode { try lock() } }
}

extension Desk {
    /// Lets a program of the person do something.
    fileprivate func undergo(_ step: LostState.Step) throws {
        let program = program(.right)
        switch step {
        case .deviceRecovery, .bind:
            let paper = try DeviceBinding(program).makeRecoveryCopy()
            papers.append(paper)
            if step == .bind { try DeviceBinding(program).bind(confirmedBy: paper) }
        case .forgottenPasscode:
            let keychain = try Keychain.open(place(.work), configuration: program)
            try keychain.access.change(
                .passcode(.random(count: 16)),
                proof: .recoveryKey(papers[0])
            )
        default:
            let keychain = try Keychain.open(place(.work), configuration: program)
            let slot = NewAccessSlot(.securityKey, secret: .random(count: 32), parameters: [1])
            try keychain.access.change(.add(slot), proof: .recoveryKey(papers[0]))
        }
    }
}
