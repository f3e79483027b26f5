import KeychainctlKit
import PortableKeychain
import SafeText
import Testing

@testable import CredentialHelpers

/// The messages of programs to helpers, as values.
@Suite struct HelperValueTests {
    @Test(
        arguments: [
            ("example.com", "example.com", nil), ("example.com:8443", "example.com", 8443),
            ("example.com:", "example.com", nil), ("[::1]", "::1", nil),
            ("[::1]:1", "::1", 1), ("", "", nil), ("ünï.example", "ünï.example", nil),
        ] as [(String, String, UInt16?)]
    )
    func readsHosts(_ text: String, _ host: String, _ port: UInt16?) throws {
        #expect(try HostAndPort(text) == HostAndPort(host: host, port: port))
    }

    @Test(arguments: [
        "a:1:2", "::1", "[::1", "[::1]8", "a b", "a/b", "me@a", "a?b", "a#b", "a\nb", "a\u{202E}b",
    ])
    func refusesHosts(_ text: String) {
        #expect(throws: HostAndPort.Problem.host) { try HostAndPort(text) }
    }

    @Test(arguments: ["a:0", "a:65536", "[::1]:99999", "a:-1", "a:+1", "a:http", "a:１"])
    func refusesPorts(_ text: String) {
        #expect(throws: HostAndPort.Problem.port) { try HostAndPort(text) }
    }

    @Test(arguments: [
        ("https://index.docker.io/v1/", "https://index.docker.io/v1/"),
        ("localhost:5000", "https://localhost:5000"), ("//a.example", "https://a.example"),
        ("HTTP://a.example:80/x?y=z", "http://a.example:80/x"),
        ("https://[::1]:5000#f", "https://[::1]:5000"),
        ("https://a.example/\u{301}x", "https://a.example/\u{301}x"),
        ("https://a.example?\u{301}/x", "https://a.example"),
    ])
    func readsRegistries(_ text: String, _ read: String) throws {
        #expect(try RegistryAddress(text).text == read)
    }

    @Test(arguments: [
        ("", "no hostname in URL"), ("https://", "no hostname in URL"),
        ("https:///v1", "no hostname in URL"), ("https://me@a.example", "no hostname in URL"),
        ("https://a.example/\u{7}", "no hostname in URL"),
        ("https://me@\u{301}a.example", "no hostname in URL"),
        ("a.example/\u{7}", "no hostname in URL"), ("ftp://a", "unsupported scheme: ftp"),
    ])
    func refusesRegistries(_ text: String, _ problem: String) {
        #expect(throws: DockerProblem.other(problem)) { try RegistryAddress(text) }
    }

    /// The payload of an item, with the lines that git gets of it at time 100.
    @Test(
        arguments: [
            ("p", [], "username=me\npassword=p\n"),
            ("", [], "username=me\npassword=\n"),
            ("p=q é", [], "username=me\npassword=p=q é\n"),
            (
                "p\npassword_expiry_utc=101\noauth_refresh_token=r", [],
                "username=me\npassword=p\npassword_expiry_utc=101\noauth_refresh_token=r\n"
            ),
            ("p\npassword_expiry_utc=100", [], nil),
            (
                "p\npassword_expiry_utc=100\noauth_refresh_token=r", [],
                "username=me\noauth_refresh_token=r\n"
            ),
            ("\nauthtype=Bearer\ncredential=c", [], nil),
            (
                "\nauthtype=Bearer\ncredential=c", ["authtype"],
                "capability[]=authtype\nauthtype=Bearer\ncredential=c\n"
            ),
            (
                "p\nauthtype=Bearer\ncredential=c", ["state"],
                "username=me\npassword=p\n"
            ),
            ("\nauthtype=Bearer\ncredential=c\npassword_expiry_utc=1", ["authtype"], nil),
        ] as [(String, Set<String>, String?)]
    )
    func answersGit(_ payload: String, _ capabilities: Set<String>, _ lines: String?) throws {
        var request = GitRequest()
        request.capabilities = capabilities
        let secret = try GitSecret(payload: SecretBytes(utf8: payload))
        let answer = try GitAnswer.lines(username: "me", secret, to: request, now: 100)
        #expect(answer.flatMap(SecretText.copy) == lines)
        #expect(SecretText.copy(secret.payload) == payload)
    }

    /// A form with two hosts is refused: a program before the helper may have checked the other
    /// one.
    @Test(arguments: [
        ("host=a\nhost=b", false), ("protocol=https\nhost=a\nprotocol=http", false),
        ("host=a\npath=x\npath=x", false), ("host=a\nusername=x\nusername=y", false),
        ("host=a\npassword=x\npassword=y", false),
        ("host=a\ncapability[]=authtype\ncapability[]=state\nwwwauth[]=x\nwwwauth[]=y", true),
        ("host=a\nlater=1\nlater=2", true),
    ])
    func readsOneOfEach(_ text: String, _ isTaken: Bool) {
        let request = try? GitRequest(lines: SecretText.lines(SecretBytes(utf8: text)))
        #expect((request != nil) == isTaken)
    }

    @Test(arguments: [
        "p\nhost=evil", "p\n", "p\n\npassword_expiry_utc=1", "p\rq", "p\0", "p\nquit=1",
        "p\npassword_expiry_utc=soon", "p\npassword_expiry_utc",
    ])
    func refusesPayloads(_ payload: String) {
        #expect(throws: Failure.self) {
            try GitSecret(payload: SecretBytes(utf8: payload))
        }
    }

    @Test func refusesAPayloadThatIsNotText() {
        #expect(throws: Failure.self) { try GitSecret(payload: SecretBytes([0xFF])) }
    }

    @Test(arguments: [
        #"{"AccessKeyId":"A","SecretAccessKey":"s"}"#,
        #"{"AccessKey":{"AccessKeyId":"A","SecretAccessKey":"s"},"Credentials":null}"#,
        #"{"Credentials":{"AccessKeyId":"A","SecretAccessKey":"s","Other":1}}"#,
    ])
    func readsKeysOfAWS(_ json: String) throws {
        let read = try AWSCredentials(json: SecretBytes(utf8: json))
        let written = #"{"Version":1,"AccessKeyId":"A","SecretAccessKey":"s"}"#
        #expect(read.json.line == written)
        #expect(try AWSCredentials(json: read.json.secretLine).json.line == written)
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", #"{"AccessKeyId":1,"SecretAccessKey":"s"}"#,
        #"{"AccessKeyId":"","SecretAccessKey":"s"}"#,
        #"{"AccessKeyId":"A b","SecretAccessKey":"s"}"#,
        #"{"AccessKeyId":"A","SecretAccessKey":"s\u0000"}"#,
        #"{"AccessKeyId":"A","SecretAccessKey":"s","Expiration":"2030-13-01T00:00:00Z"}"#,
        String(repeating: "[", count: 100_000),
    ])
    func refusesKeysOfAWS(_ json: String) {
        #expect(throws: Failure.self) { try AWSCredentials(json: SecretBytes(utf8: json)) }
    }
}
