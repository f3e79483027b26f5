#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import TestRounds
    import Testing

    /// The state of secrets and programs after a failure.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct FailureTests {
        @Test func whatWasAcknowledgedIsKept() throws {
            let bus = try PrivateBus()
            for number in 0..<4 {
                let stored = try bus.secretTool("store --label=x n \(number)", input: "\(number)")
                #expect(stored.status == 0)
                bus.killDaemon()
                try bus.startDaemon()
            }
            for number in 0..<4 {
                #expect(try bus.secretTool("lookup n \(number)").output == "\(number)")
            }
        }

        @Test func aQuestionEndsWithTheDaemon() throws {
            let bus = try PrivateBus(asking: .waits)
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            try bus.keychain().setPasscode(PrivateBus.passcode)
            try bus.keychain().lock()
            let client = try bus.start("/usr/bin/secret-tool", ["lookup", "user", "ann"])
            waits { bus.questions > 0 }
            #expect(bus.questions == 1)
            #expect(client.isRunning)
            bus.killDaemon()
            #expect(try bus.keychain().lockState == .locked)
            // libsecret 0.20 continues to wait for a provider that has vanished.
            kill(client.processIdentifier, SIGKILL)
            client.waitUntilExit()
            try bus.asks(.types)
            try bus.startDaemon()
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
        }

        @Test func programsAreToldWhenTheDaemonIsStopped() throws {
            let bus = try PrivateBus(asking: .waits)
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            try bus.keychain().setPasscode(PrivateBus.passcode)
            try bus.keychain().lock()
            let client = try bus.start("/usr/bin/secret-tool", ["lookup", "user", "ann"])
            waits { bus.questions > 0 }
            #expect(client.isRunning)
            kill(bus.daemon.processIdentifier, SIGTERM)
            client.waitUntilExit()
            #expect(client.terminationStatus != 0)
            bus.daemon.waitUntilExit()
            #expect(bus.daemon.terminationStatus == 0)
        }

        @Test func aSecondProviderWaitsForTheName() throws {
            let bus = try PrivateBus()
            let first = bus.daemon
            #expect(try bus.run(PrivateBus.program.path, ["--user"]).status == 78)
            #expect(first.isRunning)
            try bus.startDaemon(["--replace"])
            first.waitUntilExit()
            #expect(first.terminationStatus == 0, "the name was taken")
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
        }

        @Test func itEndsWithItsBus() throws {
            let bus = try PrivateBus()
            bus.killBus()
            bus.daemon.waitUntilExit()
            #expect(!bus.daemon.isRunning)
        }

        @Test(arguments: [
            ("/org/freedesktop/secrets", "Service.SearchItems", ["string:x"]),
            ("/org/freedesktop/secrets", "Service.Unlock", ["array:objpath:/x"]),
            (
                "/org/freedesktop/secrets", "Service.OpenSession",
                ["string:plain", "variant:uint32:1"]
            ),
            ("/org/freedesktop/secrets/collection/_", "Collection.Delete", []),
            ("/org/freedesktop/secrets/x/y/z/w", "Item.Delete", []),
            ("/org/freedesktop/secrets", "Nothing.Nothing", ["dict:string:uint32:a,1"]),
        ])
        func strangeCallsAreAnswered(_ path: String, _ method: String, _ values: [String]) throws {
            let bus = try PrivateBus()
            let words = ["--session", "--print-reply", "--dest=org.freedesktop.secrets", path]
            let answer = try bus.run(
                "/usr/bin/dbus-send",
                words + ["org.freedesktop.Secret." + method] + values
            )
            #expect(answer.status == (method.hasSuffix("Unlock") ? 0 : 1))
            #expect(bus.daemon.isRunning)
        }
    }
#endif
