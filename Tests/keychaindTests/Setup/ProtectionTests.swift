#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    /// No secret of another keyring is less protected in the keychain, unless its user says so.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct ProtectionTests {
        /// An import into a keychain without a passcode.
        struct Row: Sendable {
            var items = 1
            /// The keyring's user; `nil` if it is open.
            var user: MockProvider.User?
            var words = ""
            /// The reason of the refusal; `nil` if the items are imported.
            var refusal: String?
            /// The calls of questions.
            var questions: [String] = []
        }

        @Test(arguments: [
            Row(refusal: "may have a password"),
            Row(user: .unlocks, refusal: "has a password", questions: ["Dismiss"]),
            Row(user: .needsNoPassword),
            Row(items: 0),
            Row(words: "--no-passcode"),
            Row(user: .unlocks, words: "--no-passcode", questions: ["Dismiss", "Prompt"]),
        ])
        func withoutAPasscode(_ row: Row) throws {
            let bus = try PrivateBus()
            bus.killDaemon()
            let items = (0..<row.items).map { _ in MockProvider.Item() }
            let provider = try MockProvider(bus.address, items, lockedAnd: row.user)
            defer { provider.end() }
            let (status, output) = try Self.run(row.words, on: bus)
            if let refusal = row.refusal {
                #expect(status == 64, "\(output)")
                #expect(output.contains("\(refusal), and your keychain has none"), "\(output)")
                #expect(output.contains("by --no-passcode"))
            } else {
                #expect(status == 0, "\(output)")
                #expect(output.contains("New items: \(row.items) of \(row.items)"), "\(output)")
            }
            #expect(provider.questions == row.questions)
            // What is refused makes no keychain either.
            let path = bus.folder + "/portable-keychain/default.keychain"
            #expect(FileManager.default.fileExists(atPath: path) == (row.refusal == nil))
        }

        @Test func withAPasscode() throws {
            let bus = try PrivateBus(asking: .types)
            bus.killDaemon()
            try bus.keychain().setPasscode(PrivateBus.passcode)
            let provider = try MockProvider(bus.address, [.init()], lockedAnd: .unlocks)
            defer { provider.end() }
            let (status, output) = try Self.run("", on: bus)
            #expect(status == 0, "\(output)")
            #expect(output.contains("New items: 1 of 1"), "\(output)")
        }

        /// A recovery key is a way back, and keeps no reader of the files out.
        @Test func aRecoveryKeyAloneIsNoProtection() throws {
            let bus = try PrivateBus()
            bus.killDaemon()
            let access = try bus.keychain().access
            let key = access.newRecoveryKey()
            try access.setRecoveryKey(key, confirmedBy: key.text, proof: .device)
            let provider = try MockProvider(bus.address, [.init()])
            defer { provider.end() }
            #expect(try Self.run("", on: bus).status == 64)
        }

        private static func run(
            _ words: String,
            on bus: PrivateBus
        ) throws -> (status: Int32, output: String) {
            let line = #""$0" --import \#(words) 2>&1 </dev/null"#
            return try bus.run("/bin/sh", ["-c", line, PrivateBus.program.path])
        }
    }
#endif
