#if Fleet && os(Linux)
    import Foundation
    import KeychainSync
    import PortableKeychain
    import TestPrograms
    import Testing

    /// The helper program, as other programs start it.
    @Suite struct EtcdHelperTests {
        /// Variables of the environment do not choose another server, which would see the requests.
        @Test func asksTheServerItself() async throws {
            let server = try TestServer([.answer(200, #"{"header":{"revision":"5"}}"#)])
            let proxy = try TestServer([.answer(200, #"{"header":{"revision":"6"}}"#)])
            defer {
                server.end()
                proxy.end()
            }
            let folder = NSTemporaryDirectory() + "/helper-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let helper = try #require(EtcdHelper.program)
            let variables = ["http_proxy", "all_proxy", "ALL_PROXY"]
                .map { "\($0)=\(proxy.endpoint)" }.joined(separator: " ")
            let path = folder + "/helper"
            try TestProgram.write(
                path,
                "exec env -u no_proxy -u NO_PROXY \(variables) \(helper.path)"
            )
            let settings = try EtcdConfiguration(endpoints: [server.endpoint], prefix: "/v/")
            let engine = HelperEngine(HelperProgram(path: path), settings: settings.encoded)
            #expect(try await engine.snapshot() == VaultSnapshot("5.0"))
            #expect(server.requests == 1)
            #expect(proxy.requests == 0)
        }

        /// A caller that reads the state again after a commit that the server refused still learns why;
        /// the next commit that is taken ends it.
        @Test func remembersWhyACommitWasRefused() async throws {
            let state = TestServer.Act.answer(200, #"{"header":{"revision":"5"}}"#)
            let denied = TestServer.Act.answer(403, #"{"code":7}"#)
            let taken = TestServer.Act.answer(
                200,
                #"{"header":{"revision":"6"},"succeeded":true}"#
            )
            let server = try TestServer([state, denied, state, taken, state])
            defer { server.end() }
            let settings = try EtcdConfiguration(endpoints: [server.endpoint], prefix: "/v/")
            let engine = HelperEngine(
                EtcdHelper.program,
                settings: settings.encoded
            )
            let request = [VaultFileChange("join/1", [1])]
            let old = try await engine.snapshot()
            #expect(engine.trouble == nil)
            #expect(await engine.commit(request, onto: old) == .unknown)
            let present = try await engine.snapshot()
            #expect(engine.trouble == .denied)
            #expect(await engine.commit(request, onto: present) == .committed)
            _ = try await engine.snapshot()
            #expect(engine.trouble == nil)
        }
    }
#endif
