import Foundation
import PortableKeychain
import SealedStore
import TestRounds
import Testing

/// A log keeps former ways into the keychain while another program reads: the commands that change
/// the ways in say so.
@Suite(.thorough) struct RemainsTests {
    /// The commands, and their input.
    ///
    /// In their order, each finds what the one before has left.
    private static let commands: [(words: String, typed: String)] = [
        ("passcode set", "one"), ("passcode change", "one\ntwo"),
        ("recovery create --unconfirmed", "two"), ("recovery remove", "two"),
        ("recovery create --unconfirmed", "two"), ("credential create FILE", "two"),
        ("login-password enroll", "two\nas ana"), ("login-password remove", "two"),
        ("passcode remove", "two"),
    ]

    #if FIDO2 && os(Linux)
        private static let securityKeys = [
            (words: "fido2 enroll", typed: "two"), ("fido2 remove SLOT", ""),
        ]
    #else
        private static let securityKeys: [(words: String, typed: String)] = []
    #endif

    @Test(arguments: [true, false]) func isSaid(_ isReading: Bool) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["create", "work"]).status == 0)
            let path = "\(tool.folder)/data/portable-keychain/work.keychain"
            if !Self.securityKeys.isEmpty { try tool.installSecurityKey("seed 1") }
            // The last command takes the passcode away.
            let commands = Self.commands.dropLast() + Self.securityKeys + Self.commands.suffix(1)
            for (words, typed) in commands {
                var all = words.split(separator: " ").map(String.init) + ["--keychain", "work"]
                if let index = all.firstIndex(of: "FILE") { all[index] = tool.folder + "/file" }
                if let index = all.firstIndex(of: "SLOT") { all[index] = try securityKey(tool) }
                func run() throws {
                    let outcome = try tool.run(all, input: typed + "\n")
                    #expect(outcome.status == 0, "\(words): \(outcome.complaints)")
                    let isSaid = outcome.complaints.contains("its log still has the ways in")
                    #expect(isSaid == isReading, "\(words): \(outcome.complaints)")
                    guard isReading else { return }
                    #expect(outcome.complaints.contains("keychainctl verify --keychain work'"))
                }
                guard isReading else {
                    try run()
                    continue
                }
                try SealedStore.open(path).read { snapshot in
                    _ = try snapshot.rowCount()
                    try run()
                }
                // The advised command.
                let verified = try tool.run(["verify", "--keychain", "work"])
                #expect(verified.status == 0 && !verified.complaints.contains("another program"))
            }
        }
    }

    /// The identifier of the slot of the security key.
    private func securityKey(_ tool: Tool) throws -> String {
        let slots = try tool.run(["slot", "list", "--keychain", "work"]).text.split(separator: "\n")
        let line = try #require(slots.first { $0.contains("\tfido2\t") })
        return String(line.prefix { $0 != "\t" })
    }

    @Test func isSaidAfterARecovery() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            #expect(try tool.run(["passcode", "set"], input: "one\n").status == 0)
            let made = try tool.run(["recovery", "create", "--unconfirmed"], input: "one\n")
            let path = "\(tool.folder)/data/portable-keychain/default.keychain"
            try SealedStore.open(path).read { snapshot in
                _ = try snapshot.rowCount()
                let recovered = try tool.run(["recover"], input: "\(made.text)two\n")
                #expect(recovered.status == 0, "\(recovered.complaints)")
                #expect(recovered.complaints.contains("its log still has the ways in"))
            }
            let alone = try tool.run(["recover"], input: "\(made.text)three\n")
            #expect(alone.status == 0, "\(alone.complaints)")
            #expect(!alone.complaints.contains("its log still has the ways in"))
        }
    }
}
