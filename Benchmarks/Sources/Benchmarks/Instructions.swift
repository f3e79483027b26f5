import Foundation

/// The number of instructions that each piece of work takes, in this library and in its peers.
///
/// Unlike times, these do not depend on what else the machine does. Valgrind counts them in whole
/// processes that do the work few and many times; the difference is what the work itself takes.
/// It counts the instructions of the program, not those of the system, and its processor has no
/// instructions for SHA-256, so what hashes counts for more than it takes.
struct Instructions {
    static let seed: UInt64 = 104_729
    private static let size = 10_000

    /// One row of the table.
    struct Line {
        let title: String
        let system: String
        let work: Work
        /// The number of items to choose from: with 1, the same item each time.
        let size: Int
        /// The largest number that it may take; `nil` for work that is not this library's.
        let target: Int?
        var counts: [String: Int] = [:]
    }

    private(set) var lines: [Line]
    private let folder: String
    private let options: Options

    /// Whether valgrind is there.
    static var areCountable: Bool {
        (try? Run(["/usr/bin/env", "valgrind", "--version"])) != nil
    }

    /// Counts all work.
    init(folder: String, options: Options) throws {
        (self.folder, self.options) = (folder, options)
        lines = Self.works
        _ = try KeychainSubject.makeKeychain(in: folder + "/keychain", size: Self.size)
        var peers: [(name: String, program: String)] = []
        for (name, program) in [("SQLCipher", "rows-sqlcipher"), ("plain SQLite", "rows-sqlite")] {
            let path = options.peers + "/" + program
            guard FileManager.default.isExecutableFile(atPath: path) else { continue }
            _ = try Run([path, "fill", folder + "/" + program, "\(Self.size)"])
            peers.append((name, program))
        }
        for index in lines.indices {
            let line = lines[index]
            lines[index].counts[line.system] = try count(line) { [folder, options] count in
                [options.peers + "/work"]
                    + CountedWork.arguments(
                        folder + "/keychain",
                        line.system,
                        line.work,
                        count: count,
                        size: line.size
                    )
            }
            for (name, program) in peers where line.work != .callersOwn {
                lines[index].counts[name] = try count(line) { [folder, options] count in
                    [
                        options.peers + "/" + program, "repeat", folder + "/" + program,
                        line.work.rawValue, "\(count)", "\(line.size)", "\(Self.seed)",
                    ]
                }
            }
        }
    }

    /// The missed targets, in words.
    var missed: [String] {
        lines.compactMap { line in
            guard let count = line.counts[line.system], let target = line.target, count > target
            else { return nil }
            return "\(line.title), \(line.system): \(Table.grouped(count)) instructions, "
                + "at most \(Table.grouped(target))"
        }
    }

    func table(markdown: Bool) -> String {
        let header = [
            "work", "API", "instructions", "at most", "SQLCipher", "compared with SQLCipher",
            "plain SQLite", "compared with plain SQLite",
        ]
        let cells = lines.map { line in
            let own = line.counts[line.system] ?? 0
            let target = line.target.map { Table.grouped($0) } ?? "-"
            return [line.title, line.system, Table.grouped(own), target]
                + ["SQLCipher", "plain SQLite"].flatMap { name in
                    guard let count = line.counts[name] else { return ["-", "-"] }
                    return [Table.grouped(count), Self.comparison(own, with: count)]
                }
        }
        return Table.layOut([header] + cells, markdown: markdown)
    }

    /// The comparison of this library with another one, in words that cannot be misread.
    private static func comparison(_ own: Int, with other: Int) -> String {
        let isFaster = own <= other
        let ratio = isFaster ? Double(other) / Double(own) : Double(own) / Double(other)
        return "\((ratio * 10).rounded() / 10) x \(isFaster ? "faster" : "slower")"
    }

    private func count(_ line: Line, _ command: (Int) -> [String]) throws -> Int {
        let (few, many) = line.work.isList ? (1, 3) : (200, 1200)
        return (try total(command(many)) - total(command(few))) / (many - few)
    }

    /// The instructions of a whole process.
    private func total(_ command: [String]) throws -> Int {
        let log = folder + "/valgrind.log"
        let valgrind = [
            "/usr/bin/env", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            "--log-file=\(log)",
        ]
        // Hashes of strings differ from process to process otherwise, and so do the counts.
        _ = try Run(valgrind + command, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let text = try String(contentsOfFile: log, encoding: .utf8)
        guard let line = text.split(separator: "\n").first(where: { $0.contains("Collected :") }),
            let number = line.split(separator: " ").last.flatMap({ Int($0) })
        else { throw Failure("valgrind did not count the instructions.") }
        return number
    }

    private static let works: [Line] = [
        line(.read, native, 40_000),
        line(.read, native, 15_000, again: true),
        line(.miss, native, 14_000),
        line(.listData, native, 20_000_000),
        line(.listAttributes, native, 14_000_000),
        line(.read, SecuritySubject.systemName, 70_000),
        line(.read, SecuritySubject.systemName, 40_000, again: true),
        line(.miss, SecuritySubject.systemName, 30_000),
        line(.listData, SecuritySubject.systemName, 50_000_000),
        line(.callersOwn, SecuritySubject.systemName, nil),
    ]

    private static let native = "PortableKeychain"

    private static func line(
        _ work: Work,
        _ system: String,
        _ target: Int?,
        again: Bool = false
    ) -> Line {
        Line(
            title: again ? "read the same secret again" : work.title,
            system: system,
            work: work,
            size: again ? 1 : size,
            target: target
        )
    }
}
