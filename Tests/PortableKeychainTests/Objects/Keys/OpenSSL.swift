import Foundation

@testable import PortableKeychain

/// The openssl command, in a folder of its own that goes with the value.
final class OpenSSL: Sendable {
    struct Failure: Error {
        let arguments: [String]
        let text: String
    }

    /// Version 3, which has all that the tests ask for.
    static let isPresent: Bool = {
        let version = try? OpenSSL().run("version")
        return version.map { String(decoding: $0, as: UTF8.self).hasPrefix("OpenSSL 3") } ?? false
    }()

    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "openssl-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs a command in the folder and returns its output.
    @discardableResult
    func run(_ arguments: String...) throws -> [UInt8] { try run(arguments) }

    /// Runs a command in the folder and returns its output.
    @discardableResult
    func run(_ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(arguments: arguments, text: String(decoding: text, as: UTF8.self))
        }
        return [UInt8](bytes)
    }

    /// Writes a file into the folder.
    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: folder.appending(path: name))
    }

    /// Writes a key into the folder.
    func write(_ key: KeyMaterial, _ name: String) throws { try write(key.pem().array, name) }

    /// Reads a file of the folder.
    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// Reads a key of the folder.
    func key(_ name: String) throws -> KeyMaterial {
        try KeyMaterial(pem: .bytes(try read(name)))
    }
}
