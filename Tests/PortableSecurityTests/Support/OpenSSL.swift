import Foundation

/// The openssl command in a temporary folder of its own.
struct OpenSSL {
    struct Failure: Error {
        let status: Int32
        let output: String
    }

    private let folder: URL

    static let isInstalled = path != nil

    private static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static func inFolder(_ body: (OpenSSL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(OpenSSL(folder: folder))
    }

    func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path ?? "openssl")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                status: process.terminationStatus,
                output: String(decoding: bytes, as: UTF8.self)
            )
        }
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }

    func write(_ data: Data, _ name: String) throws {
        try data.write(to: folder.appendingPathComponent(name))
    }
}
