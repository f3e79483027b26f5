import KeychainSync
import PortableKeychain
import Testing

/// The settings of a cluster that are accepted.
@Suite struct EtcdConfigurationTests {
    private func problem(
        _ endpoints: [String],
        prefix: String = "/v/",
        authority: String = "pem",
        user: String = ""
    ) -> EtcdConfiguration.Problem? {
        do throws(EtcdConfiguration.Problem) {
            _ = try EtcdConfiguration(
                endpoints: endpoints,
                prefix: prefix,
                authority: Array(authority.utf8),
                user: user
            )
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "https://etcd1.example:2379", "https://10.0.0.1:2379", "http://127.0.0.1:1",
        "https://[::1]:2379", "http://[fe80::1]:65535",
    ])
    func acceptsAddresses(_ endpoint: String) { #expect(problem([endpoint]) == nil) }

    @Test(arguments: [
        "", "https://", "https://host", "https://host:", "https://host:0", "https://host:65536",
        "https://host:1/path", "https://user@host:1", "ftp://host:1", "file:///etc/passwd:1",
        "https://ho st:1", "https://host\n:1", "HTTPS://host:1", "https://host:+1", "https://:1",
        "https://[host]:1", "https://h\u{F6}st:1",
        "https://" + String(repeating: "a", count: 256) + ":1",
    ])
    func refusesAddresses(_ endpoint: String) {
        #expect(problem([endpoint]) == .endpoint(endpoint))
    }

    @Test func sendsPasswordsOnlyWhereNobodyReads() {
        for endpoint in ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"] {
            #expect(problem([endpoint], user: "u") == nil)
        }
        for endpoint in ["http://10.0.0.1:1", "http://127.0.0.1.example:1", "http://127.1:1"] {
            #expect(problem([endpoint], user: "u") == .readablePassword(endpoint))
        }
    }

    @Test func refusesTheRest() {
        #expect(problem([]) == .numberOfEndpoints)
        #expect(problem(Array(repeating: "http://h:1", count: 10)) == .numberOfEndpoints)
        #expect(problem(["https://h:1"], authority: "") == .noAuthority)
        #expect(problem(["http://h:1"], prefix: "v") == .prefix)
        #expect(problem(["http://h:1"], prefix: "") == .prefix)
    }

    /// The certificates of a device that are accepted, and the rules for its key.
    @Test(arguments: [
        ("https://h:1", "pem", "key", nil), ("https://h:1", "pem", "", .certificate),
        ("https://h:1", "", "key", .certificate),
        ("http://localhost:1", "pem", "key", .certificate),
        (
            "https://h:1", "pem", "-----BEGIN ENCRYPTED PRIVATE KEY-----",
            EtcdConfiguration.Problem.encryptedKey
        ),
        ("https://h:1", "pem", "Proc-Type: 4,ENCRYPTED", .encryptedKey),
    ])
    func takesCertificates(
        _ endpoint: String,
        _ certificate: String,
        _ key: String,
        _ wanted: EtcdConfiguration.Problem?
    ) {
        var found: EtcdConfiguration.Problem?
        do throws(EtcdConfiguration.Problem) {
            _ = try EtcdConfiguration(
                endpoints: [endpoint],
                prefix: "/v/",
                authority: [1],
                certificate: Array(certificate.utf8),
                key: SecretBytes(utf8: key)
            )
        } catch { found = error }
        #expect(found == wanted)
    }

    @Test func areReadAgain() throws {
        let settings = try EtcdConfiguration(
            endpoints: ["https://a:1", "https://b:2"],
            prefix: "/vault/",
            authority: [1, 2, 3],
            user: "device",
            password: SecretBytes(utf8: "secret"),
            certificate: [4, 5],
            key: SecretBytes(utf8: "key")
        )
        let bytes = settings.encoded.withUnsafeBytes { Array($0) }
        let read = try EtcdConfiguration(SecretBytes(bytes))
        #expect(read.endpoints == settings.endpoints)
        #expect(read.prefix == "/vault/")
        #expect(read.authority == [1, 2, 3])
        #expect(read.user == "device")
        #expect(read.password.matches(settings.password))
        #expect(read.certificate == [4, 5])
        #expect(read.key.matches(settings.key))
        for length in bytes.indices {
            #expect(throws: EtcdConfiguration.Problem.self) {
                try EtcdConfiguration(SecretBytes(bytes[..<length]))
            }
        }
        #expect(throws: EtcdConfiguration.Problem.malformed) {
            try EtcdConfiguration(SecretBytes(bytes + [0]))
        }
    }
}
