import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Old copies of a whole folder, memory and all, are refused where a token counts (vault-format.md
/// §16.1).
@Suite struct RollbackCounterTests {
    private let item = GenericPassword(service: "s", account: "a")
    private let old = SecretBytes(utf8: "old")

    /// The event between a copy of the folder and the moment in which it is put back.
    enum Meanwhile: CaseIterable {
        case passcode, lock, rotation, newSlot

        func happen(_ keychain: Keychain) throws {
            let old = SecretBytes(utf8: "old")
            switch self {
            case .passcode: try keychain.changePasscode(from: old, to: SecretBytes(utf8: "new"))
            case .lock: try keychain.lock()
            case .rotation: try keychain.access.rotate([.passcode(old)])
            case .newSlot:
                let slot = NewAccessSlot(.token, secret: .random(count: 32), parameters: [1])
                try keychain.access.change(.add(slot), proof: .passcode(old))
            }
        }
    }

    @Test(arguments: Meanwhile.allCases, [true, false])
    func refusesAnOldFolder(_ meanwhile: Meanwhile, _ keepsKey: Bool) throws {
        let desk = try CountedDesk(keepsKey: keepsKey)
        do { try desk.open().setPasscode(old) }
        let copy = try desk.copy()
        do { try meanwhile.happen(try desk.open()) }
        let newest = try desk.copy()
        try desk.putBack(copy)
        for _ in 0..<2 {
            #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
        }
        let accepted = try desk.open(.accepted)
        try accepted.unlock(passcode: old)
        #expect(try accepted.secret(for: item) != nil)
        _ = try desk.open()
        // Now that one is the older one.
        try desk.putBack(newest)
        #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
    }

    /// A missing list is not the reason if the memory knows a newer state, nor one that is there.
    @Test func saysWhetherAKeychainIsOlderOrNothingIsKnown() throws {
        let desk = try CountedDesk(keepsKey: false)
        do { try desk.open().setPasscode(old) }
        let copy = try desk.copy()
        do { try desk.open().lock() }
        try desk.putBack(copy, only: "default.keychain")
        let general = KeychainError(.rolledBack).reason
        let removals: [(String?, Bool)] = [(nil, true), ("device.count", true), ("memory", false)]
        for (removed, isGeneral) in removals {
            if let removed {
                try FileManager.default.removeItem(atPath: desk.path + "/" + removed)
            }
            let refusal = #expect(throws: KeychainError.self) { try desk.open() }
            #expect(refusal?.code == .rolledBack)
            #expect((refusal?.reason == general) == isGeneral, "\(removed ?? "")")
        }
    }

    @Test func refusesAnOldKeychainWithoutItsMemory() throws {
        let desk = try CountedDesk()
        do { try desk.open().setPasscode(old) }
        let copy = try desk.copy()
        do { try Meanwhile.rotation.happen(try desk.open()) }
        let newest = try desk.copy()
        try desk.putBack(copy, only: "default.keychain")
        try FileManager.default.removeItem(atPath: desk.path + "/memory")
        #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
        try desk.putBack(newest)
        _ = try desk.open()
    }

    /// The file is changed first, then the list, and the counter last (M71).
    @Test func losesNothingInACrashAtAnyStep() throws {
        for step in BreakingToken.Step.allCases {
            let token = BreakingToken()
            let desk = try CountedDesk(token)
            do { try desk.open().setPasscode(old) }
            let copy = try desk.copy()
            do {
                let keychain = try desk.open()
                token.broken = step
                try keychain.lock()
            }
            if step == .beforeList {
                // The list was not written either: it cannot be locked.
                try desk.putBack(copy, only: "device.count")
            }
            token.broken = nil
            let keychain = try desk.open()
            try keychain.unlock(passcode: old)
            #expect(try keychain.secret(for: item) != nil)
            // The program that opened it has finished what was begun.
            try desk.putBack(copy)
            #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
        }
    }

    @Test func refusesAMissingOrDamagedList() throws {
        let desk = try CountedDesk()
        _ = try Keychain.create(.named("other"), configuration: desk.configuration)
        let path = desk.path + "/device.count"
        let sound = try Data(contentsOf: URL(filePath: path))
        for place in stride(from: 0, to: sound.count, by: 5) {
            var flipped = sound
            flipped[place] ^= 1
            try desk.put(flipped, "device.count")
            #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
        }
        try FileManager.default.removeItem(atPath: path)
        let refusal = #expect(throws: KeychainError.self) { try desk.open() }
        #expect(refusal?.code == .rolledBack)
        #expect(refusal?.reason.contains("device.count, is missing or damaged") == true)
        _ = try desk.open(.accepted)
        _ = try desk.open()
        // Nothing is known about the other one until it is accepted too; a new one is new.
        let other = Keychain.Place.named("other")
        #expect(throws: KeychainError(.rolledBack)) { try desk.open(other) }
        _ = try Keychain.create(.named("new"), configuration: desk.configuration)
        _ = try desk.open(.named("new"))
        _ = try desk.open(other, .accepted)
        _ = try desk.open(other)
        // A rotation of one that is known leads to one that is known.
        let keychain = try desk.open()
        try keychain.access.rotate([.device])
        _ = try desk.open()
    }

    @Test func asksTheTokenOncePerEpochAndNotPerRead() throws {
        let token = BreakingToken()
        let desk = try CountedDesk(token)
        do { try desk.open().setPasscode(old) }
        _ = try desk.open()
        token.calls = 0
        for _ in 0..<3 {
            let keychain = try desk.open()
            _ = try keychain.secret(for: item)
            try keychain.set("2", for: item)
        }
        #expect(token.calls == 0)
        try desk.open().changePasscode(from: old, to: SecretBytes(utf8: "new"))
        #expect(token.calls == 1)
        let keychain = try desk.open()
        try keychain.lock()
        #expect(token.calls == 2)
        // After a lock, the key is unsealed and the counter is read, once.
        for _ in 0..<3 { _ = try desk.open() }
        #expect(token.calls == 4)
    }

    @Test func knowsAKeychainFromItsFirstOpeningOn() throws {
        let desk = try CountedDesk(binds: false)
        let elsewhere = Keychain.Place.file(desk.path + "/elsewhere/mine.keychain")
        do {
            let keychain = try Keychain.create(elsewhere, configuration: desk.configuration)
            try keychain.setPasscode(old)
        }
        try desk.bind()
        let copy = try desk.copy()
        do { try desk.open(elsewhere).lock() }
        try desk.putBack(copy)
        // The list is older than the counter.
        #expect(throws: KeychainError(.rolledBack)) { try desk.open(elsewhere) }
        #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
    }

    @Test func endsWithTheBinding() throws {
        let desk = try CountedDesk()
        let identifier = try #require(try desk.sealed().counter)
        let device = try #require(try KeychainFolder(desk.configuration).deviceKey())
        #expect(desk.binding.hasCounter)
        try desk.binding.unbind()
        #expect(!desk.binding.hasCounter)
        #expect(throws: KeychainError(.notAvailable)) {
            try desk.token.count(
                identifier,
                atLeast: 0,
                authorization: RollbackCounter.authorization(device)
            )
        }
        #expect(!FileManager.default.fileExists(atPath: desk.path + "/device.count"))
        _ = try desk.open()
    }

    @Test func saysHowToGoOnWithoutTheCounter() throws {
        let desk = try CountedDesk(keepsKey: false)
        try desk.token.removeCounter(try #require(try desk.sealed().counter))
        #expect(throws: KeychainError(.notAvailable)) { try desk.open() }
        try desk.binding.unbind()
        try desk.bind()
        _ = try desk.open()
    }

    /// A refusal if the program that reads the counter is damaged, or another user's.
    @Test func refusesACounterAtItsEnd() throws {
        let token = EndedToken()
        let desk = try CountedDesk(token, keepsKey: false)
        token.hasEnded = true
        for olderFiles in [Keychain.Configuration.OlderFiles.refused, .accepted] {
            #expect(throws: KeychainError(.notAvailable)) { try desk.open(olderFiles) }
        }
        token.hasEnded = false
        #expect(try desk.open().secret(for: item) != nil)
    }

    @Test func cannotBeTakenOutOfTheFile() throws {
        let desk = try CountedDesk(keepsKey: false)
        let sealed = try desk.sealed()
        let counter = try #require(sealed.counter)
        for other in [nil, counter.dropLast() + [counter[counter.count - 1] ^ 1]] {
            let file = SealedDeviceKey(
                identifier: sealed.identifier,
                blob: sealed.blob,
                counter: other.map { Array($0) }
            ).file
            try desk.put(file.withUnsafeBytes { Data($0) }, "device.tpm")
            #expect(throws: KeychainError(.notAvailable)) { try desk.open() }
        }
    }

    @Test func isNotNeededWhereATokenHasNone() throws {
        let token = try SoftwareToken(file: NSTemporaryDirectory() + "pk-\(UUID().uuidString).t")
        let desk = try CountedDesk(token)
        #expect(desk.binding.state == .bound && !desk.binding.hasCounter)
        do { try desk.open().setPasscode(old) }
        _ = try desk.open()
    }
}
