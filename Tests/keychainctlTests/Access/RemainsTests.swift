import Foundation
import PortableKeychain
import SealedStore
import Testing

/// While another program reads, a log keeps what opened the keychain before: the commands that change the
/// ways in say so.
@Suite struct RemainsTests {
    /// The commands, and what they read.
    ///
    /// In their order, each finds what the one before has left.
    private static let commands: [(words: String, typed: String)] = [
        ("passcode set", "one"), ("passcode change", "one\ntwo"),
        ("recovery create --unconfirmed", "two"), ("recovery remove", "two"),
        ("recovery create --unconfirmed", "two"), ("credential create FILE", "two"),
        ("passcode remove", "two"),
    ]

    @Test(arguments: [true, false]) func isSaid(_ isReading: Bool) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["create", "work"]).status == 0)
            let path = "\(tool.folder)/data/portable-keychain/work.keychain"
            for (words, typed) in Self.commands {
                var all = words.split(separator: " ").map(String.init) + ["--keychain", "work"]
                if let index = all.firstIndex(of: "FILE") { all[index] = tool.folder + "/file" }
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
                // What it advises.
                let verified = try tool.run(["verify", "--keychain", "work"])
                #expect(verified.status == 0 && !verified.complaints.contains("another program"))
            }
        }
    }
}
