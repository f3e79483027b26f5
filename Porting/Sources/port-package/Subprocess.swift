import Foundation
import PackagePorting

/// A program that was run to its end.
struct Subprocess {
    let status: Int32
    let output: Data
    let errors: String

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - words: Its name and arguments.
    ///   - folder: Its working folder.
    /// - Throws: ``PortingError`` if it cannot be started.
    init(_ words: [String], in folder: String) throws(PortingError) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: folder)
        let output = Pipe()
        // A file, because a second pipe could fill up while the first one is read.
        let errors = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID()).log")
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        do {
            try Data().write(to: errors)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
            self.output = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
            status = process.terminationStatus
        } catch {
            throw PortingError("'\(words[0])' cannot be run: \(error.localizedDescription)")
        }
    }
}
