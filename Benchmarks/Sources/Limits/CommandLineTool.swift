import Foundation

/// `keychainctl` with 10,000 items.
struct CommandLineTool {
    private let program: String
    private let folder: String

    init(_ program: String) throws {
        self.program = program
        folder = NSTemporaryDirectory() + "/keychainctl-limits-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// The times of an import, and of a list that goes to a pipe.
    func lines() throws -> [Line] {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let table = folder + "/logins.csv"
        let rows = (0..<10_000).map {
            "site \($0),https://host-\($0 / 10).example.org,user-\($0),correct horse \($0)"
        }
        try Data((["name,url,username,password"] + rows).joined(separator: "\n").utf8)
            .write(to: URL(fileURLWithPath: table))
        var (imported, listed) = (Best(), Best())
        for round in 0..<3 {
            imported.add(try seconds { _ = try run(["import", table, "--yes"], in: "\(round)") })
        }
        for _ in 0..<7 {
            listed.add(
                try seconds {
                    let lines = try run(["list"], in: "0")
                    guard lines >= 10_000 else {
                        throw Failure(description: "The list has \(lines) lines.")
                    }
                }
            )
        }
        return [
            Line(title: "import of 10,000 rows", measured: imported.seconds, limit: 2, unit: "s"),
            Line(
                title: "list of 10,000 to a pipe",
                measured: listed.seconds * 1000,
                limit: 150,
                unit: "ms"
            ),
        ]
    }

    /// Runs the program, and counts the lines that it writes.
    private func run(_ arguments: [String], in home: String) throws -> Int {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = [
            "HOME": folder, "XDG_DATA_HOME": folder + "/" + home, "PATH": "/usr/bin:/bin",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "keychainctl \(arguments[0]) failed.")
        }
        return data.count { $0 == UInt8(ascii: "\n") }
    }
}
