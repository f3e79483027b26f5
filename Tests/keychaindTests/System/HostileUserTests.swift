#if Agent && os(Linux)
    import Foundation
    import TestRounds
    import Testing

    /// Messages of programs of another user to the agent of the system.
    @Suite(
        .thorough,
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

        /// A connection speaks for the process that has made it, and for no process that receives
        /// it later.
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

        /// No message of another user keeps the agent from answering, or fills its memory.
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

        /// Messages that the agent does not know: it ends the connection, or says so and continues.
        @Test(arguments: [
            (
                "versions of the protocol",
                """
                for version in (0, 2, 0xFFFF):
                    end = connect(); kind, challenge = receive(end)
                    assert challenge[:2] == b'\\0\\1', 'the version of the agent'
                    send(end, frame(1, struct.pack('>H', version) + challenge[2:])); told(end)
                """, "closed closed closed"
            ),
            (
                "other first messages",
                """
                for kind in (0, 2, 8, 9, 0x80, 0xFF):
                    end = connect(); send(end, frame(kind, receive(end)[1])); told(end)
                """, "closed closed closed closed closed closed"
            ),
            (
                "first messages that are too short or too long, or have another nonce",
                """
                for change in (
                    lambda hello: hello[:-1], lambda hello: hello + b'\\0',
                    lambda hello: hello + struct.pack('>I', 6) + b'user:2' + b'\\0',
                    lambda hello: hello + struct.pack('>I', 600) + b'x' * 600,
                    lambda hello: hello[:2] + bytes(16),
                ):
                    end = connect(); send(end, frame(1, change(receive(end)[1]))); told(end)
                """, "closed closed closed closed closed"
            ),
            (
                "types of messages",
                """
                for kind in (0, 10, 0x7F, 0x83, 0xFF):
                    end = connect(); greet(end); send(end, frame(kind, b'')); told(end)
                """, "closed closed closed closed closed"
            ),
            (
                "types of messages that come at another time or from the agent",
                """
                end = connect(); greet(end)
                for kind in (1, 8, 9, 0x80, 0x81, 0x82): send(end, frame(kind, b'')); told(end)
                print(asks(end))
                """, "malformed malformed malformed malformed malformed malformed answered"
            ),
            (
                "what is to be looked after, and bytes after that",
                """
                end = connect(); greet(end)
                for kind, body in ((6, b'\\0'), (6, b'\\x0a'), (7, b'\\0'), (7, b'\\x08'),
                    (7, b'\\7\\2\\0'), (2, struct.pack('>I', 0) + b'\\2'),
                    (2, struct.pack('>I', 0) + b'\\0\\0')):
                    send(end, frame(kind, body)); told(end)
                print(asks(end))
                """, String(repeating: "malformed ", count: 7) + "answered"
            ),
            (
                "lengths",
                """
                for length in (0, (32 << 20) + 2, 0xFFFFFFFF):
                    end = connect(); greet(end); send(end, struct.pack('>IB', length, 3)); told(end)
                """, "closed closed closed"
            ),
        ])
        func answersNothingThatItDoesNotKnow(
            _ what: String,
            _ script: String,
            _ outcome: String
        ) throws {
            let told = """
                become(other)
                def told(end):
                    answer = receive(end)
                    if answer is None: print('closed')
                    elif answer[0] == 0x82 and b'malformed' in answer[1]: print('malformed')
                    else: print(answer)

                """
            let said = try stage.python(told + script)
            #expect(said.replacing("\n", with: " ") == outcome, "\(what)")
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
            #expect(stage.daemon.isRunning)
        }

        /// The commands that look after an agent do not trust one of another user.
        @Test(arguments: [
            "status", "grants", "log", "revoke --all", "answer 1 always", "answer 1 never",
            "exclusive on",
        ])
        func commandsTrustNoAgentOfOthers(_ words: String) throws {
            let before = try whatOneHas()
            let arguments = ["agent"] + words.split(separator: " ").map(String.init)
            let outcome = try stage.run(
                as: Self.other,
                arguments + ["--socket", stage.socket],
                input: "passcode\n"
            )
            let error = "no agent answers at \(stage.socket); run 'keychaind --agent'\n"
            #expect(outcome.status == 53 && outcome.output == "", "\(outcome.output)")
            #expect(outcome.errors.hasSuffix(error), "\(outcome.errors)")
            #expect(try whatOneHas() == before)
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
        }

        /// A client that asks all the same gets the content of its own keychain.
        @Test(arguments: [
            ("status", "b'\\1'", "answer user-2"), ("grants", "b'\\2'", "answer 0"),
            ("revoke", "b'\\3\\0\\0'", "answer 0"), ("log", "b'\\4'", "answer 0"),
            ("questions", "b'\\5'", "answer 0"),
            ("answer", "b'\\6' + bytes(7) + b'\\1\\2\\0'", "There is no such question"),
            ("exclusive", "b'\\7\\1\\0'", "This agent cannot keep keys for itself"),
            ("not exclusive", "b'\\7\\0\\0'", "This agent cannot keep keys for itself"),
        ])
        func nobodyLooksAfterTheAgentOfAll(
            _ what: String,
            _ body: String,
            _ outcome: String
        ) throws {
            let before = try whatOneHas()
            let said = try stage.python(
                """
                become(other); end = connect(); greet(end); send(end, frame(7, \(body)))
                kind, body = receive(end)
                if kind != 0x81: print(body)
                elif len(body) == 4: print('answer', struct.unpack('>I', body)[0])
                else: print('answer', [name for name in ('user-1', 'user-2') if name.encode() in body][0])
                """
            )
            #expect(said.contains(outcome), "\(what): \(said)")
            #expect(try whatOneHas() == before)
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
        }

        /// The log of a user, and the agent's answers to this user about decisions and questions.
        private func whatOneHas() throws -> [String] {
            let log = try String(contentsOfFile: stage.state + "/user-1/agent.log", encoding: .utf8)
            let said = try stage.python(
                """
                become(one); end = connect(); greet(end)
                for number in (1, 2, 5): send(end, frame(7, bytes([number]))); print(receive(end))
                """
            )
            return [log, said]
        }
    }
#endif
