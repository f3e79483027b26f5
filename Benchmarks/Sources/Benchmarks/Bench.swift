import Foundation
import PortableKeychain

/// All systems, each filled with the items of one size.
final class Bench {
    static let systems = [
        "PortableKeychain", "Security", "SQLite, plain", "SQLCipher", keyringName,
    ]
    static let keyringName = "gnome-keyring"
    /// The keyring keeps all items in one file, which each change writes again.
    private static let keyringLimit = 10_000
    /// The time, in nanoseconds, after which the keyring is not asked the same again.
    private static let keyringPatience: Int64 = 3_000_000_000

    let size: Int
    let folder: String
    let options: Options
    private var subjects: [any Subject] = []
    private var keyringFailed = false

    init(size: Int, folder: String, options: Options) throws {
        (self.size, self.folder, self.options) = (size, folder, options)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let start = Moment.now
        let keychain = try KeychainSubject.makeKeychain(in: keychainFolder, size: size)
        let seconds = Table.quantity(Moment.now - start, false)
        note("\(Table.grouped(size)) items put into a keychain in \(seconds)")
        subjects = [KeychainSubject(keychain), SecuritySubject(keychain)]
        for (name, program) in [("SQLite, plain", "rows-sqlite"), ("SQLCipher", "rows-sqlcipher")] {
            guard let program = peer(program) else { continue }
            _ = try Run([program, "fill", path(program), "\(size)"])
            subjects.append(try PeerSubject(name, [program, "serve", path(program)]))
        }
        if size <= Self.keyringLimit, let program = peer("keyring") {
            let environment = try Keyring.make(in: folder + "/home", size: size)
            subjects.append(
                try PeerSubject(
                    Self.keyringName,
                    ["dbus-run-session", "--", program, "serve"],
                    environment: environment
                )
            )
        }
    }

    /// One system's turn; `nil` for times that are not to be counted.
    private func turn(
        _ subject: any Subject,
        _ work: Work,
        _ round: Int,
        _ sofar: Samples
    ) throws -> [Int64]? {
        let seed = UInt64(round * 7919 + 104_729)
        guard subject.name == Self.keyringName else {
            let times = try subject.measure(work, count: work.turns, size: size, seed: seed)
            // The first round warms caches.
            return round > 0 ? times : nil
        }
        guard !keyringFailed, sofar.total < Self.keyringPatience else { return nil }
        do {
            return try subject.measure(work, count: max(1, work.turns / 50), size: size, seed: seed)
        } catch {
            // Its daemon crashes now and then after many changes, which is not a failure of ours.
            note("skipped: the rest of gnome-keyring with \(size) items; \(error)")
            keyringFailed = true
            return nil
        }
    }

    /// The programs look for the default keychain here, below `XDG_DATA_HOME`.
    var keychainFolder: String { folder + "/portable-keychain" }

    /// Measures all work: in each round, each system has its turn, so that whatever else the
    /// machine does meanwhile meets all of them.
    func measureInTurns() throws -> [Row] {
        var rows: [Row] = []
        var samples: [Work: [String: Samples]] = [:]
        let works = Work.allCases.filter {
            $0 != .callersOwn && (!$0.isList || size >= Corpus.listLength)
        }
        for round in 0...options.rounds {
            for work in works {
                for place in subjects.indices {
                    let subject = subjects[(place + round) % subjects.count]
                    let sofar = samples[work]?[subject.name] ?? Samples()
                    guard let times = try turn(subject, work, round, sofar) else { continue }
                    samples[work, default: [:]][subject.name, default: Samples()].add(times)
                }
            }
        }
        for work in works {
            var row = Row(work: work.title, size: size)
            row.samples = (samples[work] ?? [:]).mapValues { Row.Summary($0) }
            rows.append(row)
        }
        return rows
    }

    /// The keyring, unless it failed.
    var keyring: PeerSubject? {
        keyringFailed
            ? nil : subjects.first { $0.name == Self.keyringName } as? PeerSubject
    }

    func peer(_ name: String) -> String? {
        let path = options.peers + "/" + name
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    func path(_ program: String) -> String {
        folder + "/" + (program as NSString).lastPathComponent + ".db"
    }
}
