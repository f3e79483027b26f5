import Foundation
@_spi(Bulk) import PortableKeychain
import TestRounds
import Testing

/// An import into a keychain that is there is killed at many moments: all its items are there, or none,
/// and nothing else is changed.
///
/// 12 kills; 60 for each of the `PROOF_ROUNDS` if there are several.
@Suite(.thorough) struct KilledImportTests {
    private static let (old, new) = (50, 400)

    /// The moment of a kill.
    private enum Moment {
        /// After a time, at most as long as an import takes.
        case after(microseconds: Int)
        /// The moment at which the log has a number of bytes, and some time later.
        case log(bytes: Int, microseconds: Int)
    }

    /// The accounts in the keychain, and their secrets.
    private struct Contents: Equatable {
        var old: [String]
        var new: [String]

        static let before = Contents(
            old: (1...KilledImportTests.old).map { "o\($0) old \($0)" },
            new: []
        )
        static let after = Contents(
            old: before.old,
            new: (1...KilledImportTests.new).map { "n\($0) new \($0)" }
        )

        init(old: [String], new: [String]) { (self.old, self.new) = (old.sorted(), new.sorted()) }

        init(_ keychain: Keychain) throws {
            func text(_ account: String, _ secret: SecretBytes) -> String {
                account + " " + secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            }
            self.init(
                old: try keychain.entries(matching: KeychainQuery<GenericPassword>.all)
                    .map { text($0.item.account, $0.secret) },
                new: try keychain.entries(matching: KeychainQuery<InternetPassword>.all)
                    .map { text($0.item.account, $0.secret) }
            )
        }
    }

    /// Runs an import until it ends or is killed; returns its status, its microseconds and the most bytes
    /// of its log.
    private static func run(_ tool: Tool, _ moment: Moment?) throws -> (Int32, Int, Int) {
        let log = tool.folder + "/data/portable-keychain/default.keychain-wal"
        let start = ContinuousClock.now
        func time() -> Int { Int((ContinuousClock.now - start) / .microseconds(1)) }
        let process = try tool.startAside(["import", "all.csv", "--yes"])
        var (status, most, facts) = (Int32(), 0, stat())
        var isKilled = false
        while waitpid(process, &status, WNOHANG) == 0 {
            if stat(log, &facts) == 0 { most = max(most, Int(facts.st_size)) }
            switch moment {
            case .after(let end) where time() >= end && !isKilled:
                isKilled = true
                kill(process, SIGKILL)
            case .log(let bytes, let wait) where most >= bytes && !isKilled:
                usleep(UInt32(wait))
                isKilled = true
                kill(process, SIGKILL)
            default: usleep(100)
            }
        }
        let signal = status & 0x7F
        return (signal == 0 ? status >> 8 & 0xFF : -signal, time(), most)
    }

    @Test func areWholeOrNotThere() throws {
        try Tool.inFolder { tool in
            let rows = (1...Self.new).map { "A\($0),https://a.example,n\($0),new \($0)\n" }
            try ("name,url,username,password\n" + rows.joined())
                .write(toFile: tool.folder + "/all.csv", atomically: false, encoding: .utf8)
            do {
                let keychain = try Keychain.openOrCreate(configuration: tool.configuration)
                let items = (1...Self.old).map { GenericPassword(service: "s", account: "o\($0)") }
                try keychain.addAll(items) { SecretBytes(utf8: "old \($0.account.dropFirst())") }
            }
            func check(_ context: Comment) throws -> Contents {
                let keychain = try Keychain.open(.standard, configuration: tool.configuration)
                #expect(try keychain.verify().problems == [], context)
                return try Contents(keychain)
            }
            func clean() throws {
                let words = ["delete", "--all", "--class", "internet", "--yes"]
                #expect(try tool.run(words).status == 0)
            }
            #expect(try check("before") == .before)
            let (status, time, log) = try Self.run(tool, nil)
            #expect(status == 0)
            try #require(log > 100_000, "the log has all new pages")
            #expect(try check("without a kill") == .after)
            try clean()
            let count = TestRounds.amount(60, quick: 12)
            var (kills, wholes, empties) = (0, 0, 0)
            for number in 1...count {
                let moment =
                    switch number % 3 {
                    case 0: Moment.after(microseconds: .random(in: 0...time))
                    // While the log is written, and while it is moved into the file.
                    case 1: Moment.log(bytes: .random(in: 1...log), microseconds: 0)
                    default: Moment.log(bytes: log, microseconds: .random(in: 0...20_000))
                    }
                let status = try Self.run(tool, moment).0
                kills += status == -SIGKILL ? 1 : 0
                #expect(status == -SIGKILL || status == 0)
                let context: Comment = "\(number): \(moment), status \(status)"
                let contents = try check(context)
                #expect(contents == .before || contents == .after, context)
                #expect(contents == .after || status != 0, context)
                wholes += contents == .after ? 1 : 0
                empties += contents == .before ? 1 : 0
                // Another one works, and brings what is missing.
                let again = try tool.run(["import", "all.csv", "--yes"])
                #expect(again.status == 0, context)
                #expect(try check(context) == .after, context)
                try clean()
            }
            print(
                "\(kills) of \(count) imports were killed; \(wholes) are whole, \(empties) not there"
            )
            #expect(kills >= count / 2 && wholes > 0 && empties > 0)
            #expect(try tool.run(["verify"]).status == 0)
        }
    }
}
