#if Fleet && os(Linux)
    import KeychainSync
    import KeychainSyncEtcd
    import PortableKeychain
    import Testing

    /// Servers that do not answer as etcd does.
    @Suite struct HostileServerTests {
        private func engine(_ server: TestServer) throws -> EtcdEngine {
            EtcdEngine(
                try EtcdConfiguration(endpoints: [server.endpoint], prefix: "/v/"),
                patience: .seconds(1)
            )
        }

        private static let state = #"{"header":{"revision":"5"}}"#

        static let strange: [TestServer.Act] = [
            .say("SSH-2.0-OpenSSH\r\n"), .say("\0\0\0\0"), .close, .wait, .flood(),
            // Lines before the content, for ever.
            .flood("HTTP/1.1 200 OK\r\n", "X: x\r\n"),
            .answer(200, ""), .answer(200, "null"), .answer(200, "{}"), .answer(200, "[]"),
            .answer(200, "<html>"), .answer(200, #"{"header":{"revision":"0"}}"#),
            .answer(200, #"{"header":{"revision":"-1"}}"#),
            .answer(200, #"{"header":{"revision":"9223372036854775808"}}"#),
            .answer(200, #"{"header":{"revision":"5"},"kvs":[{"key":"!"}]}"#),
            // Another key, twice the key, and a change in the future.
            .answer(200, #"{"header":{"revision":"5"},"kvs":[{"key":"YQ==","mod_revision":"2"}]}"#),
            .answer(
                200,
                #"{"header":{"revision":"5"},"kvs":[{"key":"L3YvdGlw","mod_revision":"2"},"#
                    + #"{"key":"L3YvdGlw","mod_revision":"2"}]}"#
            ),
            .answer(
                200,
                #"{"header":{"revision":"5"},"kvs":[{"key":"L3YvdGlw","mod_revision":"6"}]}"#
            ),
            .answer(200, String(repeating: "[", count: 100_000)),
            .answer(302, ""), .answer(404, "not found"), .answer(500, #"{"code":2}"#),
            .answer(503, #"{"code":14}"#), .answer(400, #"{"code":99}"#),
        ]

        @Test(arguments: strange)
        func areUnavailable(_ act: TestServer.Act) async throws {
            let server = try TestServer([act])
            defer { server.end() }
            let engine = try engine(server)
            let state = VaultSnapshot("5.0")
            await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
            #expect(engine.trouble != nil)
            // Whether a commit went through is not known, except where it was refused.
            let outcome = await engine.commit([VaultFileChange("a", [1])], onto: state)
            #expect(outcome != .committed)
        }

        static let wrongFiles = [
            // No answer to the question, an answer to another one, two, and a broken one.
            #"{"header":{"revision":"5"},"succeeded":true}"#,
            #"{"header":{"revision":"5"},"responses":[{"response_range":{"kvs":[{"key":"YQ==","#
                + #""mod_revision":"1"}]}}]}"#,
            #"{"header":{"revision":"5"},"responses":[{"response_range":{}},{"response_range":{}}]}"#,
            #"{"header":{"revision":"5"},"responses":[{"response_range":{"kvs":[{"key":1}]}}]}"#,
        ]

        @Test(arguments: wrongFiles)
        func giveNoFiles(_ answer: String) async throws {
            let server = try TestServer([.answer(200, answer)])
            defer { server.end() }
            let engine = try engine(server)
            await #expect(throws: EngineFailure.unavailable) {
                try await engine.read(["a"], of: VaultSnapshot("5.0"))
            }
        }

        @Test func cannotListForEver() async throws {
            // The same page again and again, each time with more to come.
            let page =
                #"{"header":{"revision":"5"},"more":true,"kvs":[{"key":"L3YvZi9pdGVtcy9h","#
                + #""mod_revision":"1"}]}"#
            let server = try TestServer([.answer(200, page)])
            defer { server.end() }
            let engine = try engine(server)
            await #expect(throws: EngineFailure.unavailable) {
                try await engine.list("items", of: VaultSnapshot("5.0"))
            }
            #expect(server.requests == 2)
        }

        /// A connection that closes after the request: the commit may have been carried out.
        ///
        /// So it must not be sent again. libcurl would do so by itself on a connection that was used
        /// before.
        @Test func getACommitOnce() async throws {
            let server = try TestServer([.answer(200, Self.state), .close])
            defer { server.end() }
            let engine = try engine(server)
            let state = try await engine.snapshot()
            #expect(await engine.commit([VaultFileChange("a", [1])], onto: state) == .unknown)
            #expect(server.requests == 2)
        }

        @Test func doNotHideOthers() async throws {
            let bad = try TestServer([.answer(200, "garbage")])
            let good = try TestServer([.answer(200, Self.state)])
            defer {
                bad.end()
                good.end()
            }
            let engine = EtcdEngine(
                try EtcdConfiguration(
                    endpoints: ["http://127.0.0.1:1", bad.endpoint, good.endpoint],
                    prefix: "/v/"
                ),
                patience: .seconds(1)
            )
            #expect(try await engine.snapshot() == VaultSnapshot("5.0"))
            #expect(engine.trouble == nil)
        }
    }
#endif
