import Testing
@testable import KeychainAgent

/// The address from which systemd connects to the socket.
@Suite struct CredentialRequestTests {
    @Test func readsWhatSystemdWrites() throws {
        // As systemd 252 binds it; the digits are a random number without leading zeros.
        let request = try #require(Self.read("0adf9d86b6eda275e/unit/web@1.service/db-password"))
        #expect(request.unit.text == "web@1.service")
        #expect(request.name == "db-password")
        #expect(Self.read("0a/unit/web.service/db password")?.name == "db password")
        #expect(Self.read("00/unit/dev-sda\\x2d1.swap/a")?.unit.text == "dev-sda\\x2d1.swap")
    }

    @Test(arguments: [
        "", "0", "00", "0adf/unit/web.service", "0adf/unit/web.service/",
        "0adf/unit//a", "0adf//web.service/a", "0/unit/web.service/a", "0ADF/unit/web.service/a",
        "0adf/unit/.service/a", "0adf/unit/web/a", "0adf/unit/web.target/a",
        "0adf/unit/../web.service/a", "0adf/unit/web.service/a/b", "0adf/unit/web.service/.",
        "0adf/unit/web.service/..", "0adf/unit/web.service/a:b",
        "0adf/unit/web.service/\u{E9}", "0adf/user/web.service/a", "0adf/unit/we b.service/a",
        "0adf/unit/web.service/a\0", "00123456789abcdef0/unit/web.service/a",
        "radf/unit/web.service/a", "/run/a/unit/web.service/a",
        "0adf/unit/" + String(repeating: "w", count: 248) + ".service/a",
        "0adf/unit/web.service/" + String(repeating: "a", count: 256),
    ]) func refuses(_ address: String) {
        #expect(Self.read(address) == nil)
    }

    /// Reads an address whose first `0` stands for NUL.
    private static func read(_ text: String) -> CredentialRequest? {
        var bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "0") { bytes[0] = 0 }
        return CredentialRequest(address: bytes)
    }
}
