#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    /// The items that `secret-service disable` counts, and hands over with `--give-back`.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct GivingBackTests {
        private let bus: PrivateBus
        /// The items that a program stored here, by their labels: the mock's attributes are its labels.
        private static let stored = ["one", "two", "three"]

        init() throws {
            bus = try PrivateBus()
            for label in Self.stored {
                let store = #"printf "$0" | secret-tool store --label="$0" label "$0""#
                try #require(try bus.run("/bin/sh", ["-c", store, label]).status == 0)
            }
            bus.killDaemon()
        }

        private func run(_ words: String) throws -> (status: Int32, output: String) {
            // Programs of the desktop use the default keychain, whatever the variable says.
            let line = #"PORTABLE_KEYCHAIN=other "$0" --setup disable \#(words) 2>&1 </dev/null"#
            return try bus.run("/bin/sh", ["-c", line, PrivateBus.program.path])
        }

        private func provider(
            _ items: [MockProvider.Item],
            _ taking: MockProvider.Taking = .stores
        ) throws -> MockProvider { try MockProvider(bus.address, items, taking: taking) }

        @Test func handsOverWhatIsMissingOrOlder() throws {
            let other = try provider([
                .init(label: "one", secret: Array("one".utf8)),
                .init(label: "two", secret: Array("old".utf8), modified: 1),
                .init(label: "other"),
            ])
            defer { other.end() }
            let (status, output) = try run("--give-back --yes")
            #expect(status == 0, "\(output)")
            #expect(output.contains("does not have 1 item:\n  three\n"))
            let replaced = "which yours replaces because it is newer, of 1 item:\n  two\n"
            #expect(output.contains(replaced))
            #expect(output.contains("Handed over to the other program: 2 items."))
            let content = [
                ["one", "one"], ["two", "two"], ["other", "s3cret"], ["three", "three"],
            ]
            #expect(other.content == content)
            // The next run has nothing to do.
            let again = try run("--give-back --yes")
            #expect(again.status == 0)
            #expect(again.output.contains("has all that programs stored in your keychains."))
            #expect(other.content == content)
        }

        @Test func leavesWhatIsNewer() throws {
            let other = try provider(
                Self.stored.map { .init(label: $0, secret: Array("new".utf8), modified: 1 << 40) }
            )
            defer { other.end() }
            let (status, output) = try run("--give-back --yes")
            #expect(status == 0)
            #expect(output.contains("which stays as it is, of 3 items:\n  one\n  two\n  three\n"))
            #expect(other.content == Self.stored.map { [$0, "new"] })
        }

        @Test(
            arguments: [
                (.refuses, "not today; some items were not handed over"),
                (.forgets, "did not keep 3 items"),
                (.hasNoKeyring, "it has no default keyring; some items were not handed over"),
            ] as [(MockProvider.Taking, String)]
        )
        func saysWhatWasNotTaken(_ taking: MockProvider.Taking, _ message: String) throws {
            let other = try provider([], taking)
            defer { other.end() }
            let (status, output) = try run("--give-back --yes")
            #expect(status != 0)
            #expect(output.contains(message), "\(output)")
            #expect(output.contains("'keychainctl secret-service disable --give-back' again"))
            #expect(other.content == [])
        }

        /// The keyring without items is not unlocked when they are read.
        @Test(
            arguments: [(.unlocks, 0, 3), (.cancels, 78, 0)] as [(MockProvider.User, Int32, Int)]
        )
        func unlocksAnEmptyKeyring(_ user: MockProvider.User, _ status: Int32, _ count: Int) throws
        {
            let other = try MockProvider(bus.address, [], lockedAnd: user)
            defer { other.end() }
            let outcome = try run("--give-back --yes")
            #expect(outcome.status == status, "\(outcome.output)")
            #expect(outcome.output.contains("its question was not answered") == (count == 0))
            #expect(other.content.count == count)
        }

        /// The user of a locked keychain is asked first; nothing is changed if they decline.
        @Test(arguments: [(.types, 3), (.declines, 0)] as [(PrivateBus.User, Int)])
        func asksForThePasscode(_ user: PrivateBus.User, _ count: Int) throws {
            try bus.keychain().setPasscode(PrivateBus.passcode)
            try bus.keychain().lock()
            try bus.asks(user)
            let other = try provider([])
            defer { other.end() }
            let (status, output) = try run("--give-back --yes")
            #expect((status == 0) == (count > 0), "\(output)")
            #expect(output.contains("keychaind was not enabled.") == (count > 0))
            #expect(bus.questions == 1)
            #expect(other.content.count == count)
        }

        /// Without a terminal there is no question, and nothing is changed.
        @Test func doesNothingWithoutAnAnswer() throws {
            let other = try provider([])
            defer { other.end() }
            let (status, output) = try run("--give-back")
            #expect(status == 64, "\(output)")
            #expect(output.contains("use --yes"))
            #expect(!output.contains("keychaind was not enabled"))
            #expect(other.content == [])
        }

        /// Without `--give-back`, nothing is handed over, and no user is asked.
        @Test(
            arguments: [
                (nil, "Your keychain has 3 items that the other program does not have"),
                (
                    .cancels,
                    "stays in your keychain. 'keychainctl secret-service disable --give-back' hands"
                ),
            ] as [(MockProvider.User?, String)]
        )
        func saysWhatTheOtherLacks(_ user: MockProvider.User?, _ message: String) throws {
            let other = try MockProvider(bus.address, [.init(label: "other")], lockedAnd: user)
            defer { other.end() }
            let (status, output) = try run("")
            #expect(status == 0)
            #expect(output.contains(message), "\(output)")
            #expect(other.content == [["other", "s3cret"]])
        }

        @Test func saysNothingOfWhatTheOtherHas() throws {
            let other = try provider(
                Self.stored.map { .init(label: $0, secret: Array($0.utf8)) }
            )
            defer { other.end() }
            #expect(try run("").output == "keychaind was not enabled.\n")
        }

        /// There is nothing to log out for.
        @Test func saysThatTheOtherAnswersAlready() throws {
            let services = bus.folder + "/dbus-1/services"
            try FileManager.default.createDirectory(
                atPath: services,
                withIntermediateDirectories: true
            )
            let mark =
                "# Written by 'keychainctl secret-service enable'; 'disable' takes it back.\n"
            let file = URL(filePath: services + "/org.freedesktop.secrets.service")
            try Data(mark.utf8).write(to: file)
            let other = try provider([])
            defer { other.end() }
            let (status, output) = try run("")
            #expect(status == 0, "\(output)")
            #expect(output.contains(" answers again.\n"), "\(output)")
            #expect(!output.contains("Log out and in"))
        }

        /// A collection for which there was no keyring, such as one that a program made.
        @Test(arguments: [false, true]) func namesAKeychainWithoutAKeyring(isLocked: Bool) throws {
            try bus.startDaemon()
            var configuration = Keychain.Configuration(
                folder: bus.folder + "/portable-keychain"
            )
            configuration.passcodeHashing = try PasscodeHashing(
                rounds: 1 << 10,
                blockSize: 8,
                parallelism: 1
            )
            let work = try Keychain.create(.named("work"), configuration: configuration)
            let words = "store --collection=/org/freedesktop/secrets/collection/work --label=x n 1"
            #expect(try bus.secretTool(words, input: "s3cret").status == 0)
            bus.killDaemon()
            if isLocked {
                try work.setPasscode(PrivateBus.passcode)
                try work.lock()
            }
            let other = try provider(Self.stored.map { .init(label: $0, secret: Array($0.utf8)) })
            defer { other.end() }
            let (status, output) = try run("--give-back --yes")
            #expect(status == 0)
            let kept = "has no keyring for the keychain 'work', which keeps its 1 item.\n"
            #expect(output.contains(kept), "\(output)")
            #expect(output.contains("has all else that programs stored in your keychains."))
            #expect(other.content == Self.stored.map { [$0, $0] })
        }

        @Test func saysThatNoProgramAnswers() throws {
            let (status, output) = try run("--give-back --yes")
            #expect(status != 0)
            #expect(output.contains("nothing was handed over"), "\(output)")
        }
    }
#endif
