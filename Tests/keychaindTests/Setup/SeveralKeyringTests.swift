#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    /// The keyrings of another provider besides its default one, of which each becomes a keychain.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct SeveralKeyringTests {
        private let bus: PrivateBus

        init() throws {
            bus = try PrivateBus(asking: .types)
            bus.killDaemon()
        }

        private func run(
            _ words: String = "--import --no-passcode"
        ) throws -> (status: Int32, output: String) {
            let line = #""$0" \#(words) 2>&1 </dev/null"#
            return try bus.run("/bin/sh", ["-c", line, PrivateBus.program.path])
        }

        /// Imports from a provider that has left the bus afterwards.
        private func take(
            _ items: [MockProvider.Item],
            labels: [String: String] = [:]
        ) throws {
            let provider = try MockProvider(bus.address, items, labels: labels)
            defer { provider.end() }
            let (status, output) = try run()
            #expect(status == 0, "\(output)")
        }

        private var configuration: Keychain.Configuration {
            var configuration = Keychain.Configuration(
                applicationIdentifier: "test",
                accessGroups: ["*"],
                folder: bus.folder + "/portable-keychain"
            )
            let quick = try? PasscodeHashing(rounds: 1 << 10, blockSize: 8, parallelism: 1)
            configuration.passcodeHashing = quick ?? configuration.passcodeHashing
            return configuration
        }

        /// The labels of the items in each keychain.
        private func content() throws -> [String: [String]] {
            var content: [String: [String]] = [:]
            for name in Keychain.names(configuration: configuration) {
                let keychain = try Keychain.open(.named(name), configuration: configuration)
                let query = KeychainQuery<GenericPassword>.all
                content[name] = try keychain.items(matching: query)
                    .filter { $0.accessGroup == "org.freedesktop.secrets" }.compactMap(\.label)
                    .sorted()
            }
            return content
        }

        private static func items(_ labels: String..., in keyring: String) -> [MockProvider.Item] {
            labels.map { MockProvider.Item(label: $0, keyring: keyring) }
        }

        @Test func eachBecomesAKeychain() throws {
            let items =
                Self.items("one", in: "a") + Self.items("two", "three", in: "b")
                + Self.items("lost", in: "session")
            let other = try MockProvider(bus.address, items, labels: ["b": "At work"])
            defer { other.end() }
            let (status, output) = try run()
            #expect(status == 0, "\(output)")
            #expect(output.contains("New items: 3 of 3"), "\(output)")
            let line =
                "Imported from its keyring 'At work' into the keychain 'At work': 2 new of 2 items."
            #expect(output.contains(line), "\(output)")
            #expect(try content() == ["default": ["one"], "At work": ["three", "two"]])
            // An earlier run is continued, in the same keychain.
            let again = try run()
            #expect(again.output.contains("New items: 0 of 3"), "\(again.output)")
            #expect(try content().keys.sorted() == ["At work", "default"])
        }

        /// Names by labels that others wrote, or that two keyrings or another keychain have.
        @Test(
            arguments: [
                (["b": "../../x"], ["-..-x"]), (["b": ""], ["keychain"]),
                (["b": "default"], ["default-2"]), (["b": "a\u{1B}[2Jb\nc"], ["a-[2Jb-c"]),
                (["b": "W", "c": "W"], ["W", "W-2"]), (["b": "taken"], ["taken", "taken-2"]),
                (["b": "empty"], ["empty"]),
                (
                    ["b": String(repeating: "é", count: 300)],
                    [String(repeating: "é", count: 40)]
                ),
            ] as [([String: String], [String])]
        )
        func namesAreMadeOfLabels(_ labels: [String: String], _ names: [String]) throws {
            if names.contains("taken") {
                try Keychain.create(.named("taken"), configuration: configuration)
                    .set("mine", for: GenericPassword(service: "x", account: "y"))
            } else if names == ["empty"] {
                // As a run leaves it that was killed.
                _ = try Keychain.create(.named("empty"), configuration: configuration)
            }
            let items = labels.keys.sorted().flatMap { Self.items("item of " + $0, in: $0) }
            let all = Self.items("own", in: "a") + items
            let other = try MockProvider(bus.address, all, labels: labels)
            defer { other.end() }
            for _ in 0..<2 {
                let (status, output) = try run()
                #expect(status == 0, "\(output)")
                #expect(try content().keys.sorted() == (["default"] + names).sorted())
            }
            let found = try content().filter { $0.value.contains { $0.hasPrefix("item of ") } }
            #expect(found.count == labels.count)
        }

        /// A keyring that asks for a password, beside a default keychain that has one.
        @Test(arguments: [MockProvider.User.unlocks, .needsNoPassword])
        func withoutATerminalAProtectedOneIsLeft(_ user: MockProvider.User) throws {
            try bus.keychain().setPasscode(PrivateBus.passcode)
            let items = Self.items("one", in: "a") + Self.items("two", in: "b")
            let other = try MockProvider(bus.address, items, lockedAnd: user, locking: ["b"])
            defer { other.end() }
            let (status, output) = try run("--import")
            #expect(status == 0, "\(output)")
            let isLeft = user == .unlocks
            #expect(
                output.contains("\n  'b'\nTo import them, run 'keychainctl") == isLeft,
                "\(output)"
            )
            #expect(output.contains("with --no-passcode") == isLeft)
            #expect(Keychain.names(configuration: configuration).contains("b") == !isLeft)
            #expect(output.contains("New items: \(isLeft ? "1 of 1" : "2 of 2")"), "\(output)")
            #expect(other.questions == (isLeft ? ["Dismiss"] : []))
            guard isLeft else { return }
            // With a yes it comes; and into a keychain with a passcode it comes without one.
            #expect(try run().output.contains("New items: 1 of 2"))
            let again = try run("--import")
            #expect(again.output.contains("\n  'b'\n"), "its keychain has no passcode")
            try Keychain.open(.named("b"), configuration: configuration)
                .setPasscode(PrivateBus.passcode)
            #expect(try run("--import").output.contains("New items: 0 of 2"))
        }

        /// The answers to the question for a passcode, the status, and whether there is a keychain then and has one.
        @Test(
            arguments: [
                ([("New passcode: ", "two words"), ("again: ", "two words")], 0, true),
                ([("New passcode: ", ""), ("[y/N] ", "y")], 0, false),
                ([("New passcode: ", ""), ("[y/N] ", "n")], 75, nil),
                ([("New passcode: ", ""), ("[y/N] ", "")], 75, nil),
                ([("New passcode: ", "two words"), ("again: ", "too words")], 64, nil),
            ] as [([(String, String)], Int32, Bool?)]
        )
        func onATerminalAProtectedOneGetsAPasscode(
            _ answers: [(String, String)],
            _ status: Int32,
            _ hasPasscode: Bool?
        ) throws {
            try bus.keychain().setPasscode(PrivateBus.passcode)
            let items = Self.items("one", in: "a") + Self.items("two", in: "b")
            let other = try MockProvider(bus.address, items, lockedAnd: .unlocks, locking: ["b"])
            defer { other.end() }
            let (ended, shown) = try bus.converse("--import", answers.map { ($0.0, $0.1) })
            #expect(ended == status, "\(shown)")
            #expect(
                shown.contains("The keyring 'b' of the program that answered before has a password")
            )
            let present = Keychain.names(configuration: configuration).contains("b")
            #expect(present == (hasPasscode != nil))
            #expect(other.questions == ["Dismiss"] + (present ? ["Prompt"] : []))
            #expect(shown.contains("New items: 2 of 2") == present)
            guard present else { return }
            let made = try Keychain.open(.named("b"), configuration: configuration)
            #expect(try made.hasPasscode == hasPasscode)
        }

        /// A keychain that was made without a passcode, as by a run that was killed, gets one in the next run.
        @Test func theNextRunAsksAgain() throws {
            try bus.keychain().setPasscode(PrivateBus.passcode)
            let items = Self.items("two", in: "b")
            let other = try MockProvider(bus.address, items, lockedAnd: .unlocks, locking: ["b"])
            defer { other.end() }
            #expect(try run().status == 0)
            let answers = [("New passcode: ", "two words"), ("again: ", "two words")]
            let (status, shown) = try bus.converse("--import", answers)
            #expect(status == 0, "\(shown)")
            #expect(try Keychain.open(.named("b"), configuration: configuration).hasPasscode)
        }

        /// Each item goes to the keyring that its keychain was made for.
        @Test func eachIsGivenBack() throws {
            let items = Self.items("one", in: "a") + Self.items("two", in: "b")
            try take(items, labels: ["b": "Work"])
            try bus.startDaemon()
            let store = #"printf new | secret-tool store --collection="$1" --label="$0" label "$0""#
            for (label, collection) in [("three", "default"), ("four", "Work")] {
                let path = "/org/freedesktop/secrets/collection/" + collection
                let stored = try bus.run("/bin/sh", ["-c", store, label, path])
                #expect(stored.status == 0, "\(stored.output)")
            }
            bus.killDaemon()
            let other = try MockProvider(bus.address, items, labels: ["b": "Work"])
            defer { other.end() }
            let counted = try run("--setup disable")
            #expect(counted.output.contains("Your keychain has 2 items that"), "\(counted.output)")
            let (status, output) = try run("--setup disable --give-back --yes")
            #expect(status == 0, "\(output)")
            #expect(output.contains("does not have 2 items:\n  three\n  four\n"), "\(output)")
            #expect(output.contains("Handed over to the other program: 2 items."), "\(output)")
            #expect(other.content.map { $0[0] } == ["one", "two", "three", "four"])
            #expect(other.keyrings == ["a", "b", "a", "b"])
        }

        /// The user has chosen the keychain of another keyring as the default one meanwhile.
        @Test func eachIsGivenBackAfterTheDefaultChanged() throws {
            let items = Self.items("one", in: "a") + Self.items("two", in: "b")
            try take(items, labels: ["b": "Work"])
            try Keychain.setStandard(.named("Work"), configuration: configuration)
            try bus.startDaemon()
            let store = #"printf new | secret-tool store --collection="$1" --label="$0" label "$0""#
            for (label, collection) in [
                ("three", "aliases/default"), ("four", "collection/default"),
            ] {
                let path = "/org/freedesktop/secrets/" + collection
                let stored = try bus.run("/bin/sh", ["-c", store, label, path])
                #expect(stored.status == 0, "\(stored.output)")
            }
            bus.killDaemon()
            let other = try MockProvider(bus.address, items, labels: ["b": "Work"])
            defer { other.end() }
            let counted = try run("--setup disable")
            #expect(counted.output.contains("Your keychain has 2 items that"), "\(counted.output)")
            let (status, output) = try run("--setup disable --give-back --yes")
            #expect(status == 0, "\(output)")
            #expect(!output.contains("has no keyring for the keychain"), "\(output)")
            #expect(other.content.map { $0[0] } == ["one", "two", "three", "four"])
            #expect(other.keyrings == ["a", "b", "b", "a"])
        }

        /// The keyring was removed there meanwhile: its items stay in the keychain, which is named.
        @Test func whatHasNoKeyringStays() throws {
            let items = Self.items("one", in: "a") + Self.items("two", in: "b")
            try take(items)
            let other = try MockProvider(bus.address, Self.items("one", in: "a"))
            defer { other.end() }
            let (status, output) = try run("--setup disable --give-back --yes")
            #expect(status == 0, "\(output)")
            #expect(output.contains("has no keyring for the keychain 'b', which keeps its 1 item."))
            #expect(other.content == [["one", "s3cret"]])
        }
    }
#endif
