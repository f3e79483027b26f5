import Foundation
import ProofSupport
import Testing

@testable import PortableKeychain

/// A folder of its own with a keychain for one test, removed afterwards.
final class Bench: Sendable {
    let folder: String
    let configuration: Keychain.Configuration
    var path: String { folder + "/default.keychain" }

    /// The start of random choices: `PROOF_SEED`, which a failure prints.
    static let seed =
        ProcessInfo.processInfo.environment["PROOF_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...UInt64(UInt32.max))

    /// Makes the folder.
    ///
    /// - Parameters:
    ///   - inMemory: Whether files may be in memory, where other programs' use of the disk does not
    ///     show.
    ///   - remembers: Whether older files are refused; tests that put back old files say no, to see
    ///     which other check finds them.
    /// - Throws: An error if the folder cannot be made.
    init(inMemory: Bool = false, remembers: Bool = true) throws {
        let memory = "/dev/shm"
        let isMemory = inMemory && FileManager.default.isWritableFile(atPath: memory)
        let parent = isMemory ? memory : FileManager.default.temporaryDirectory.path
        folder = parent + "/proof-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        var configuration = try Keychain.Configuration.proof(folder)
        if !remembers { configuration.olderFiles = .ignored }
        self.configuration = configuration
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func create() throws -> Keychain {
        try Keychain.create(.standard, configuration: configuration)
    }

    func open() throws -> Keychain { try Keychain.open(.standard, configuration: configuration) }

    /// Waits until a process of this test has written so much into its journal; ten seconds at most.
    func awaitJournal(_ name: String, bytes: Int) {
        var facts = stat()
        for _ in 0..<50_000 {
            if stat(journalPath(name), &facts) == 0, facts.st_size >= bytes { return }
            usleep(200)
        }
    }

    func journalPath(_ name: String) -> String { folder + "/" + name }

    /// The lines that a process of this test wrote into its journal.
    func journal(_ name: String) throws -> [Substring] {
        try String(contentsOfFile: journalPath(name), encoding: .utf8).split(separator: "\n")
    }
}

/// The error that a body throws, when it is one of a keychain.
func code<R>(_ body: () throws -> R) -> KeychainError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? KeychainError)?.code
    }
}

func secret(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }
