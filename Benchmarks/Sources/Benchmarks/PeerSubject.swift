import Foundation

/// Another system, in a process of its own that answers lines (Peers/peer.h).
final class PeerSubject: Subject {
    let name: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var buffer = Data()

    /// Starts a peer.
    ///
    /// - Parameters:
    ///   - name: The name in the table.
    ///   - command: The program and its arguments.
    ///   - environment: The differences from the environment of this process.
    /// - Throws: An error if it cannot be started.
    init(_ name: String, _ command: [String], environment: [String: String] = [:]) throws {
        self.name = name
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func measure(_ work: Work, count: Int, size: Int, seed: UInt64) throws -> [Int64] {
        try measure(work.rawValue, count: count, size: size, seed: seed)
    }

    /// The same for work that this peer alone knows.
    func measure(_ work: String, count: Int, size: Int, seed: UInt64) throws -> [Int64] {
        let question = "\(work) \(count) \(size) \(seed)\n"
        try input.fileHandleForWriting.write(contentsOf: Data(question.utf8))
        let times = try readLine().split(separator: " ").compactMap { Int64($0) }
        guard times.count == count else { throw Failure("\(name) answered too little.") }
        return times
    }

    private func readLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                defer { buffer = Data(buffer[(end + 1)...]) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure("\(name) ended early.") }
            buffer.append(more)
        }
    }
}
