import Foundation
import KeeperRuns
import PortableKeychain
import Testing
import enum Valet.KeychainError

@testable import Valet

/// One valet, many threads: nothing is lost, nothing is mixed up, nothing is half done.
@Suite(.throughEachKeeper) struct ThreadTests {
    /// A keychain file, so that connections and transactions are those of real use.
    private func onDisk(_ body: () throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("valet-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = Keychain.Configuration(
            applicationIdentifier: "com.example.app",
            folder: folder
        )
        let keychain = try Keychain.openOrCreate(.standard, configuration: configuration)
        try Keychain.withCurrent(KeeperRun.reaching(keychain), operation: body)
    }

    /// Runs code on many threads at once, each with the current keychain.
    private func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws
    {
        let keychain = try Keychain.current
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: count) { index in
            Keychain.withCurrent(keychain) {
                do { try body(index) } catch { failures.append(error) }
            }
        }
        #expect(failures.all.isEmpty)
    }

    @Test func losesNoWrite() throws {
        try onDisk {
            try concurrently(200) { index in
                // Each thread asks for the valet, and gets the same one.
                let valet = Valet.valet(with: name("Threads"), accessibility: .whenUnlocked)
                try valet.setString("value \(index)", forKey: "key \(index)")
                let read = try valet.string(forKey: "key \(index)")
                guard read == "value \(index)" else { throw KeychainError.itemNotFound }
            }
            let valet = Valet.valet(with: name("Threads"), accessibility: .whenUnlocked)
            #expect(try valet.allKeys() == Set((0..<200).map { "key \($0)" }))
        }
    }

    @Test func neverShowsHalfOfAValue() throws {
        try onDisk {
            let valet = Valet.valet(with: name("Threads"), accessibility: .whenUnlocked)
            try valet.setObject(Data(repeating: 0, count: 5_000), forKey: "k")
            try concurrently(200) { index in
                if index.isMultiple(of: 2) {
                    try valet.setObject(Data(repeating: UInt8(index), count: 5_000), forKey: "k")
                }
                let value = try valet.object(forKey: "k")
                guard value.count == 5_000, Set(value).count == 1 else {
                    throw KeychainError.couldNotAccessKeychain
                }
            }
            #expect(try valet.allKeys() == ["k"])
        }
    }

    @Test func setsAndRemovesAtOnce() throws {
        try onDisk {
            let valet = Valet.valet(with: name("Threads"), accessibility: .whenUnlocked)
            try concurrently(200) { index in
                switch index % 4 {
                case 0: try valet.removeObject(forKey: "k")
                case 1: _ = try valet.containsObject(forKey: "k")
                case 2: _ = try valet.allKeys()
                default: try valet.setString("v", forKey: "k")
                }
            }
            try valet.setString("last", forKey: "k")
            #expect(try valet.string(forKey: "k") == "last")
        }
    }

    // Without transactions, a second one can begin while the first removes what it has moved.
    @Test(.onlyDirect("only a keeper with transactions lets exactly one move"))
    func movesOnceWhenManyMove() throws {
        try onDisk {
            let old = Valet.valet(withExplicitlySet: name("X"), accessibility: .whenUnlocked)
            let new = Valet.valet(withExplicitlySet: name("X"), accessibility: .afterFirstUnlock)
            for key in 0..<20 { try old.setString("v\(key)", forKey: "\(key)") }
            let moved = Failures()
            try concurrently(8) { _ in
                do { try new.migrateObjects(from: old, removeOnCompletion: true) } catch {
                    moved.append(error)
                }
            }
            // One moved them; the others found nothing, or that they were there already.
            #expect(moved.all.count == 7)
            #expect(try new.allKeys().count == 20)
            #expect(try old.allKeys().isEmpty)
        }
    }
}

/// Errors of many threads.
private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var errors: [any Error] = []

    func append(_ error: any Error) { lock.withLock { errors.append(error) } }

    var all: [any Error] { lock.withLock { errors } }
}
