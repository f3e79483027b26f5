import Foundation
import KeychainTesting
import SealedStore
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Old copies of a file are refused where a later state was seen (vault-format.md §16).
@Suite struct RollbackTests {
    /// A folder with a keychain, and copies of its files.
    final class Desk {
        let folder = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
        var configuration: Keychain.Configuration
        private let files = FileManager.default
        var path: String { folder + "/default.keychain" }
        private static let parts = ["", "-wal", "-shm"]

        init() throws {
            configuration = Keychain.Configuration(applicationIdentifier: "app", folder: folder)
            configuration.passcodeHashing = LockingTests.cheap
            configuration.retention = NoKeyRetention()
            _ = try Keychain.create(.standard, configuration: configuration)
        }

        deinit { try? files.removeItem(atPath: folder) }

        func open(_ olderFiles: Keychain.Configuration.OlderFiles = .refused) throws -> Keychain {
            configuration.olderFiles = olderFiles
            return try Keychain.open(.standard, configuration: configuration)
        }

        func copy(_ name: String) throws {
            for part in Self.parts where files.fileExists(atPath: path + part) {
                try files.copyItem(atPath: path + part, toPath: folder + "/\(name)\(part)")
            }
        }

        func putBack(_ name: String) throws {
            for part in Self.parts {
                try? files.removeItem(atPath: path + part)
                guard files.fileExists(atPath: folder + "/\(name)\(part)") else { continue }
                try files.copyItem(atPath: folder + "/\(name)\(part)", toPath: path + part)
            }
        }

        func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

        /// The memory files.
        func memories() -> [String] {
            let memory = folder + "/memory"
            return ((try? files.contentsOfDirectory(atPath: memory)) ?? []).map {
                "\(memory)/\($0)"
            }
        }

        func record() throws -> RollbackMemory.Record? {
            let vault = try #require(try open(.ignored).vault)
            return RollbackMemory(folder + "/memory", vault.device).record(of: vault.identifier)
        }
    }

    private func store(_ account: String, in keychain: Keychain) throws {
        try keychain.set("1", for: GenericPassword(service: "s", account: account))
    }

    /// The event between a copy and the moment in which it is put back.
    enum Meanwhile: CaseIterable {
        case add, delete, lock, passcode, rotation, nothing

        func happen(_ keychain: Keychain) throws {
            switch self {
            case .add:
                try keychain.unlock(passcode: SecretBytes(utf8: "old"))
                try keychain.set("1", for: GenericPassword(service: "s", account: "b"))
            case .delete:
                try keychain.unlock(passcode: SecretBytes(utf8: "old"))
                try keychain.delete(GenericPassword(service: "s", account: "a"))
            case .lock: try keychain.lock()
            case .passcode:
                try keychain.changePasscode(
                    from: SecretBytes(utf8: "old"),
                    to: SecretBytes(utf8: "new")
                )
            case .rotation: try keychain.access.rotate([.passcode(SecretBytes(utf8: "old"))])
            case .nothing: break
            }
        }
    }

    @Test(arguments: Meanwhile.allCases, [true, false])
    func refusesAnOldCopy(_ meanwhile: Meanwhile, _ isOpen: Bool) throws {
        let desk = try Desk()
        do {
            let keychain = try desk.open()
            try store("a", in: keychain)
            try keychain.setPasscode(SecretBytes(utf8: "old"))
            // With its log, as a backup program finds it, or after everybody closed it.
            if isOpen { try desk.copy("copy") }
        }
        if !isOpen { try desk.copy("copy") }
        do { try meanwhile.happen(try desk.open()) }
        try desk.copy("newest")
        try desk.putBack("copy")
        let before = try (
            desk.bytes(), desk.memories().map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        )
        guard meanwhile != .nothing else {
            _ = try desk.open()
            return
        }
        #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
        #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
        #expect(try desk.bytes() == before.0)
        #expect(
            try desk.memories().map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before.1
        )
        // A user that put it back on purpose says so once; then it is the newest.
        let accepted = try desk.open(.accepted)
        try accepted.unlock(passcode: SecretBytes(utf8: "old"))
        let item = GenericPassword(service: "s", account: "a")
        #expect(try accepted.secret(for: item) != nil)
        _ = try desk.open()
        // A newer copy needs no permission.
        try desk.putBack("newest")
        _ = try desk.open()
    }

    @Test func remembersEachChange() throws {
        let desk = try Desk()
        let first = try desk.open()
        let second = try desk.open()
        for number in 1...5 {
            try store("\(number)", in: number.isMultiple(of: 2) ? first : second)
            let record = try #require(try desk.record())
            #expect(record.latest == .init(epoch: 1, generation: UInt64(number)))
            #expect(record.first == .init(epoch: 1, generation: 0))
        }
        try first.setPasscode(SecretBytes(utf8: "p"))
        try second.lock()
        #expect(try desk.record()?.latest == .init(epoch: 3, generation: 7))
        // Nothing was changed.
        #expect(throws: KeychainError.self) { try second.unlock(passcode: SecretBytes(utf8: "q")) }
        #expect(try desk.record()?.latest == .init(epoch: 3, generation: 7))
    }

    /// Two processes note their changes in any order (M68).
    @Test func isNeverLowered() throws {
        let folder = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let keychain = KeychainEntropy.system.bytes(16)
        let memory = RollbackMemory(folder + "/memory", DeviceKey(entropy: .system))
        #expect(memory.record(of: keychain) == nil)
        let points = [(1, 5), (1, 3), (2, 4), (2, 6), (1, 1)].map {
            RollbackMemory.Point(epoch: $0.0, generation: UInt64($0.1))
        }
        var latest: [RollbackMemory.Point] = []
        for (time, point) in points.enumerated() {
            memory.note(point, of: keychain, at: Double(time))
            latest.append(try #require(memory.record(of: keychain)).latest)
        }
        #expect(latest.map(\.epoch) == [1, 1, 2, 2, 2])
        #expect(latest.map(\.generation) == [5, 5, 5, 6, 6])
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            memory.note(.init(epoch: 2, generation: UInt64(number)), of: keychain, at: 9)
        }
        let record = try #require(memory.record(of: keychain))
        #expect(record.latest == .init(epoch: 2, generation: 199))
        #expect(record.since == 0)
        #expect(record.first == points[0])
    }

    /// A memory that is missing, damaged or another keychain's is made again, with its date.
    @Test func startsAnewWithoutAMemory() throws {
        let desk = try Desk()
        do { try store("a", in: try desk.open()) }
        let path = try #require(desk.memories().first)
        #expect(desk.memories().count == 1)
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        var contents = [Data(), Data(count: sound.count), sound.dropLast(), sound + [0]]
        for place in sound.indices {
            var flipped = sound
            flipped[place] ^= 1
            contents.append(flipped)
        }
        for content in contents {
            try content.write(to: URL(fileURLWithPath: path))
            #expect(try desk.record() == nil)
        }
        desk.configuration.clock = KeychainClock { 1234 }
        _ = try desk.open()
        #expect(
            try desk.record()
                == .init(
                    latest: .init(epoch: 1, generation: 1),
                    first: .init(epoch: 1, generation: 1),
                    since: 1234
                )
        )
        try FileManager.default.removeItem(atPath: desk.folder + "/memory")
        _ = try desk.open()
        #expect(try desk.record()?.since == 1234)
    }

    @Test func belongsToOneKeychainAndDeviceKey() throws {
        let desk = try Desk()
        let other = try Keychain.create(.named("other"), configuration: desk.configuration)
        for number in 1...3 { try store("\(number)", in: other) }
        let vault = try #require(try desk.open().vault)
        let foreign = try #require(other.vault)
        let folder = desk.folder + "/memory/"
        let path = folder + vault.identifier.hexadecimal
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(
            atPath: folder + foreign.identifier.hexadecimal,
            toPath: path
        )
        #expect(try desk.record() == nil)
        _ = try desk.open()
        #expect(try desk.record()?.latest.generation == 0)
        let elsewhere = RollbackMemory(desk.folder + "/memory", DeviceKey(entropy: .system))
        #expect(elsewhere.record(of: vault.identifier) == nil)
    }

    /// A folder in which nothing can be remembered does not keep the user from using a keychain.
    @Test func worksWithoutAPlaceToRemember() throws {
        let desk = try Desk()
        try FileManager.default.removeItem(atPath: desk.folder + "/memory")
        try Data().write(to: URL(fileURLWithPath: desk.folder + "/memory"))
        try store("a", in: try desk.open())
        #expect(try desk.record() == nil)
        #expect(throws: Never.self) { try desk.open(.accepted) }
        try FileManager.default.removeItem(atPath: desk.folder + "/memory")
        try store("b", in: try desk.open(.ignored))
        #expect(desk.memories().isEmpty)
    }

    /// The last transactions of a log that was cut or removed look like those that a crash has
    /// never written.
    @Test(arguments: [0, 9_000]) func noticesALogThatWasCut(_ length: Int) throws {
        let desk = try Desk()
        let keychain = try desk.open()
        for number in 1...6 { try store("\(number)", in: keychain) }
        try desk.copy("copy")
        let log = try Data(contentsOf: URL(fileURLWithPath: desk.folder + "/copy-wal"))
        #expect(log.count > 9_000)
        try log.prefix(length).write(to: URL(fileURLWithPath: desk.folder + "/copy-wal"))
        try FileManager.default.removeItem(atPath: desk.folder + "/copy-shm")
        try desk.putBack("copy")
        #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
    }

    @Test func removingAKeychainForgetsIt() throws {
        let desk = try Desk()
        do { try store("a", in: try desk.open()) }
        try desk.copy("copy")
        try Keychain.remove(.standard, configuration: desk.configuration)
        #expect(desk.memories().isEmpty)
        try desk.putBack("copy")
        _ = try desk.open()
    }

    /// A process that has the keychain open remembers by itself, and notices before a change.
    @Test func refusesToChangeAnOlderState() throws {
        let desk = try Desk()
        let keychain = try desk.open()
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        let vault = try #require(keychain.vault)
        let old = try vault.store.readState()
        try keychain.lock()
        try vault.store.write { try $0.writeState(old) }
        #expect(throws: KeychainError(.rolledBack)) { try keychain.lock() }
        #expect(try vault.store.readState() == old)
        #expect(throws: KeychainError(.rolledBack)) { try desk.open() }
    }
}
