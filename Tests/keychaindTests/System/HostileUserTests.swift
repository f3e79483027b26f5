#if Agent && os(Linux)
    import Foundation
    import Testing

    /// What programs of another user send to the agent of the system.
    @Suite(
        .enabled(
            if: SystemStage.runsPython,
            "only root can start programs of other users, which are written in Python"
        )
    )
    struct HostileUserTests {
        private static let item = "--service api --account ci"
        private static let (one, other) = (SystemStage.one, SystemStage.other)

        private let stage: SystemStage

        init() throws {
            stage = try SystemStage()
            #expect(try stage.on(as: Self.one, "set \(Self.item)", input: "of one").status == 0)
        }

        /// One user's process connects and hands its connection to another process.
        private static func handed(_ first: String, _ second: String) -> String {
            """
            pair = socket.socketpair()
            process = os.fork()
            if process == 0:
                become(one); \(first); socket.send_fds(pair[0], [b'x'], [end.fileno()]); wait(pair[0])
            def second():
                \(second)
            child(second)
            pair[1].send(b'x')
            os.waitpid(process, 0)
            """
        }

        /// A connection speaks for the process that has made it, and for nobody whom it is given to.
        @Test(arguments: [
            (
                "nobody else", "become(one); end = connect(); greet(end); print(asks(end))",
                "answered"
            ),
            (
                "another user, after the greeting",
                handed("end = connect(); greet(end)", "become(other); print(asks(given(pair[1])))"),
                "refused"
            ),
            (
                "another user, before the greeting",
                handed(
                    "end = connect()",
                    "become(other); print('answered' if greet(given(pair[1])) else 'refused')"
                ),
                "refused"
            ),
            (
                "root",
                handed("end = connect(); greet(end)", "print(asks(given(pair[1])))"), "refused"
            ),
            (
                "a child of the same user",
                "become(one); end = connect(); greet(end); child(lambda: print(asks(end)))",
                "refused"
            ),
            (
                "the same process as another user",
                "end = connect(); greet(end); become(other); print(asks(end))", "refused"
            ),
        ])
        func answersOnlyWhoConnected(_ who: String, _ script: String, _ outcome: String) throws {
            let said = try stage.python(script)
            #expect(said == outcome, "\(who): \(said)")
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
        }

        /// Nothing that another user sends keeps the agent from answering, or fills its memory.
        @Test(arguments: [
            "for _ in range(200): end = connect(); send(end, os.urandom(4096)); end.close()",
            "for length in (0, 1 << 25, 0xFFFFFFFF): end = connect(); receive(end); "
                + "send(end, struct.pack('>IB', length, 1) + b'x' * 600); print(receive(end))",
            "for kind in (0, 9, 0x80, 0x81, 0xFF): end = connect(); greet(end); "
                + "send(end, frame(kind, b'x')); print(receive(end))",
            "end = connect(); greet(end); send(end, struct.pack('>IB', 32 << 20, 3) + b'x' * (1 << 20))\n"
                + "many = [connect() for _ in range(100)]",
            "end = connect(); kind, nonce = receive(end); second = connect(); receive(second)\n"
                + "send(second, frame(1, nonce)); print(receive(second))",
            "for _ in range(2000): connect().close()",
            "end = connect(); greet(end); end.settimeout(0.5); send(end, VIEW * 20000)",
            "for _ in range(20):\n    end = connect(); greet(end)\n"
                + "    send(end, frame(3, struct.pack('>I', 7) + os.urandom(300))); receive(end)",
        ])
        func goesOnForOthers(_ script: String) throws {
            let before = try stage.memory()
            let said = try stage.python("become(other)\n" + script)
            #expect(!said.contains("of one"))
            for line in said.split(separator: "\n") {
                #expect(line == "None" || line.contains("malformed"), "\(line)")
            }
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
            #expect(stage.daemon.isRunning)
            #expect(try stage.memory() - before < 40 << 10, "kB")
        }

        /// What looks after an agent shows nothing of others, and changes nothing for them.
        @Test(arguments: [
            "status", "grants", "log", "revoke --all", "answer 1 always", "answer 1 never",
            "exclusive on",
        ])
        func nobodyLooksAfterTheAgentOfAll(_ words: String) throws {
            let arguments = ["agent"] + words.split(separator: " ").map(String.init)
            let outcome = try stage.run(
                as: Self.other,
                arguments + ["--socket", stage.socket],
                input: "passcode\n"
            )
            #expect(outcome.status != 0, "\(outcome.output)")
            #expect(!outcome.output.contains("api") && !outcome.errors.contains("api"))
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
        }
    }
#endif
