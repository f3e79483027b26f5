import KeychainSync
import Testing

/// The addresses of mirrors that users may write.
@Suite struct MirrorAddressTests {
    @Test(arguments: [
        ("mirror+https://a", "https://a:443/"), ("mirror+https://a/", "https://a:443/"),
        ("mirror+https://a/b", "https://a:443/b/"), ("mirror+https://a/b/", "https://a:443/b/"),
        ("mirror+https://a.example:8443/B-c_d.e/f", "https://a.example:8443/B-c_d.e/f/"),
        ("mirror+https://10.0.0.1/v", "https://10.0.0.1:443/v/"),
        ("mirror+https://[fe80::1]/v", "https://[fe80::1]:443/v/"),
        ("mirror+https://[::1]:5", "https://[::1]:5/"),
        ("mirror+http://localhost/v", "http://localhost:80/v/"),
        ("mirror+http://127.0.0.1:8080/v", "http://127.0.0.1:8080/v/"),
        ("mirror+http://[::1]/v", "http://[::1]:80/v/"),
    ])
    func areRead(_ text: String, _ url: String) throws {
        let address = try MirrorAddress(text)
        #expect(address.url(of: "o/ab") == url + "o/ab")
        // There is one form, which is read again.
        #expect(address.text == "mirror+" + url)
        #expect(try MirrorAddress(address.text) == address)
    }

    private func problem(_ text: String) -> MirrorConfiguration.Problem? {
        do throws(MirrorConfiguration.Problem) {
            _ = try MirrorAddress(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "a//b", "/", "b//", "a/../b", "..", ".", "a/./b", "a?b", "?b", "a#b", "a%2e", "a b", "a\n",
        "a\0",
        "\u{F6}", "a;b", "a&b", "a@b", "a:b", "a\\b", "~a",
    ])
    func havePlainPaths(_ path: String) {
        #expect(problem("mirror+https://a/\(path)") == .path)
    }

    /// The longest path, with its slashes.
    @Test(arguments: [(253, nil), (254, MirrorConfiguration.Problem.path)])
    func haveShortPaths(_ length: Int, _ wanted: MirrorConfiguration.Problem?) {
        let path = String(repeating: "p", count: length)
        for end in ["", "/"] { #expect(problem("mirror+https://a/\(path)\(end)") == wanted) }
    }

    @Test(arguments: [
        ("mirror+https://", "https://:443"), ("mirror+https:///a", "https://:443"),
        ("mirror+https://a:0/b", "https://a:0"), ("mirror+https://a:65536", "https://a:65536"),
        ("mirror+https://a:/b", "https://a:"), ("mirror+https://a,b/c", "https://a,b:443"),
        ("mirror+https://a?b/c", "https://a?b:443"), ("mirror+https://a#b/c", "https://a#b:443"),
        ("mirror+https://a b", "https://a b:443"), ("mirror+https://a\r\nb", "https://a\r\nb:443"),
        ("mirror+https://a%62", "https://a%62:443"), ("mirror+https://[g]", "https://[g]:443"),
        ("mirror+https://\u{F6}", "https://\u{F6}:443"),
        ("mirror+https://a\\b", "https://a\\b:443"),
    ])
    func nameOneServer(_ text: String, _ server: String) {
        #expect(problem(text) == .server(server))
    }

    @Test(arguments: [
        "", "a", "https://a/b", "http://localhost/b", "mirror:https://a", "MIRROR+https://a",
        " mirror+https://a", "etcds://a/b",
    ])
    func areToldFromOthers(_ text: String) {
        #expect(!MirrorAddress.isMeant(by: text))
        #expect(problem(text) == .server(text))
    }

    /// git would take some of them for the name of a machine.
    @Test(arguments: [
        "mirror+ftp://a/b", "mirror+file:///b", "mirror+HTTPS://a", "mirror+https:a",
        "mirror+https:/a", "mirror+mirror+https://a", "mirror+",
    ])
    func areMeantAndRefused(_ text: String) {
        #expect(MirrorAddress.isMeant(by: text))
        #expect(problem(text) == .server(text))
    }

    @Test func areMeant() {
        for text in ["mirror+https://", "mirror+https://a/b", "mirror+http://a"] {
            #expect(MirrorAddress.isMeant(by: text))
        }
    }

    /// The names of this machine, and others that look like them.
    @Test(arguments: [
        "a", "10.0.0.1", "localhost.example", "127.0.0.1.example", "127.1", "[fe80::1]", "0.0.0.0",
    ])
    func areEncryptedElsewhere(_ host: String) {
        #expect(problem("mirror+http://\(host)/v") == .readable("http://\(host):80"))
        #expect(problem("mirror+https://\(host)/v") == nil)
    }

    /// A text that may be a password is not repeated.
    @Test(arguments: [
        "mirror+https://me@a/v", "mirror+https://me:secret@a/v",
        "mirror+http://me:secret@localhost",
        "mirror+https://@a", "mirror+https://me:secret@\u{301}a/v",
    ])
    func haveNoUser(_ text: String) { #expect(problem(text) == .userInAddress) }
}
