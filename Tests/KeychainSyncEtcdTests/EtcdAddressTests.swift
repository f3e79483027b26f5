import KeychainSync
import Testing

/// The addresses of clusters that users may write.
@Suite struct EtcdAddressTests {
    @Test(arguments: [
        ("etcds://a", "v", ["https://a:2379"], true),
        (
            "etcds://a:1,b,c.example:3", "v/w",
            ["https://a:1", "https://b:2379", "https://c.example:3"], true
        ),
        ("etcds://[::1],[fe80::1]:5", "v", ["https://[::1]:2379", "https://[fe80::1]:5"], true),
        ("etcd://127.0.0.1:2379", "a-b_c.d/E", ["http://127.0.0.1:2379"], true),
        ("etcd://localhost,[::1]", "v", ["http://localhost:2379", "http://[::1]:2379"], true),
        ("etcd://10.0.0.1", "v", ["http://10.0.0.1:2379"], false),
        (
            "etcd://localhost,10.0.0.1", "v", ["http://localhost:2379", "http://10.0.0.1:2379"],
            false
        ),
    ])
    func areRead(_ servers: String, _ path: String, _ endpoints: [String], _ isSafe: Bool) throws {
        let address = try EtcdAddress("\(servers)/\(path)")
        #expect(address.endpoints == endpoints)
        #expect(address.prefix == "/\(path)/")
        #expect(address.isProtected == isSafe)
    }

    private func problem(_ text: String) -> EtcdConfiguration.Problem? {
        do throws(EtcdConfiguration.Problem) {
            _ = try EtcdAddress(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "etcds://a", "etcds://a/", "etcds://a//v", "etcds://a/v/", "etcds://a/v w", "etcds://a/..",
        "etcds://a/v/./w", "etcds://a/v?x", "etcds://a/v%20", "etcds://a/\u{F6}",
    ])
    func needAPrefix(_ text: String) { #expect(problem(text) == .prefix) }

    @Test func areRefused() {
        #expect(problem("https://a/v") == .endpoint("https://a/v"))
        #expect(problem("etcds:///v") == .endpoint("https://:2379"))
        #expect(problem("etcds://a,/v") == .endpoint("https://:2379"))
        #expect(problem("etcds://a:b/v") == .endpoint("https://a:b"))
        #expect(problem("etcds://a:0/v") == .endpoint("https://a:0"))
        // A text that may be a password is not repeated.
        #expect(problem("etcds://me:secret@a/v") == .userInAddress)
        #expect(problem("etcds://me:secret@\u{301}a/v") == .userInAddress)
    }

    @Test func areToldFromGitRepositories() {
        for text in ["etcd://a/v", "etcds://a/v", "etcds://"] {
            #expect(EtcdAddress.isMeant(by: text))
        }
        for text in ["ssh://a/v", "/etcd", "etcd:v", "etcd@host:v", "ETCD://a/v"] {
            #expect(!EtcdAddress.isMeant(by: text))
        }
    }
}
