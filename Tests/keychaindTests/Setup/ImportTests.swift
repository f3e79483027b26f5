#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    /// Items of the program that answered for the Secret Service before, which `keychaind --import` stores.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct ImportTests {
        /// The errors with which gnome-keyring refuses to show an item that it lists.
        @Test(arguments: [
            MockProvider.Item(label: "made meanwhile", error: "org.freedesktop.DBus.Error.Failed"),
            MockProvider.Item(
                label: "made meanwhile",
                error: "org.freedesktop.Secret.Error.NoSuchObject"
            ),
        ])
        func anItemThatIsNotShownIsNamedAndLeft(item: MockProvider.Item) throws {
            let (status, output) = try Self.output(of: [.init(), item, .init(label: "y")])
            #expect(status == 0)
            #expect(output.contains("New items: 2 of 2"))
            #expect(output.contains("  made meanwhile\n"))
        }

        @Test func anItemWithoutALabelIsNamedByItsPath() throws {
            let error = "org.freedesktop.DBus.Error.UnknownObject"
            let items = [MockProvider.Item(labelError: error), .init(label: "", error: error)]
            let (status, output) = try Self.output(of: items)
            #expect(status == 0)
            #expect(output.contains("New items: 0 of 0"))
            #expect(output.contains("  /org/freedesktop/secrets/collection/a/0\n"))
            #expect(output.contains("  /org/freedesktop/secrets/collection/a/1\n"))
        }

        @Test func ofManyNamesTheFirstAreShown() throws {
            let items = (0..<13).map {
                MockProvider.Item(label: "item \($0)", error: "org.freedesktop.DBus.Error.Failed")
            }
            let output = try Self.output(of: items).output
            #expect(output.contains("  item 9\n  and 3 more\n"))
        }

        /// Errors after which the next item would fail as well: nothing is stored.
        @Test(arguments: [
            "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
            "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Disconnected",
            "org.freedesktop.DBus.Error.NoServer", "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.LimitsExceeded", "org.freedesktop.DBus.Error.NoMemory",
            "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.Secret.Error.IsLocked",
        ])
        func aProviderThatIsGoneEndsTheImport(error: String) throws {
            let (status, output) = try Self.output(of: [.init(), .init(label: "y", error: error)])
            #expect(status != 0)
            #expect(output.contains("not today"))
        }

        /// It took 314 seconds until the import heard of it.
        @Test func aCanceledQuestionIsHeardAtOnce() throws {
            let start = ContinuousClock.now
            let (status, output) = try Self.output(of: [.init()], lockedAnd: .cancels)
            #expect(status != 0)
            #expect(output.contains("its question was not answered"))
            #expect(ContinuousClock.now - start < .seconds(4))
        }

        @Test func anAnsweredQuestionIsHeardAtOnce() throws {
            let start = ContinuousClock.now
            let (status, output) = try Self.output(of: [.init()], lockedAnd: .unlocks)
            #expect(status == 0)
            #expect(output.contains("New items: 1 of 1"))
            #expect(ContinuousClock.now - start < .seconds(4))
        }

        private static func output(
            of items: [MockProvider.Item],
            lockedAnd user: MockProvider.User? = nil
        ) throws -> (status: Int32, output: String) {
            let bus = try PrivateBus()
            bus.killDaemon()
            let provider = try MockProvider(bus.address, items, lockedAnd: user)
            defer { provider.end() }
            let line = #""$0" --import --no-passcode 2>&1"#
            return try bus.run("/bin/sh", ["-c", line, PrivateBus.program.path])
        }
    }
#endif
