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
    }
#endif
