import Foundation
import TestRounds
import Testing

/// The bytes of secrets, through everything that takes them in and gives them out.
@Suite(.thorough) struct ExactBytesTests {
    /// Line ends of all systems, none, zero bytes, and bytes that are not text.
    static let secrets: [[UInt8]] = [
        Array("a\r\n".utf8), Array("a\n\n".utf8), Array("a".utf8), Array("\r".utf8), [],
        Array("a\0b\0".utf8), [0xFF, 0x00, 0x0A], [0xEF, 0xBB, 0xBF, 0x61], Array("é\u{2028}".utf8),
    ]

    private func store(_ secret: [UInt8], _ tool: Tool) throws {
        let outcome = try tool.runProgram(
            Tool.path,
            ["set", "--service", "s", "--exact"],
            input: secret
        )
        #expect(outcome.status == 0 && outcome.complaints == "")
    }

    private func stored(_ tool: Tool) throws -> [UInt8] {
        try tool.run(["get", "--service", "s"]).output
    }

    @Test(arguments: secrets) func surviveExportsAndBackups(_ secret: [UInt8]) throws {
        try Tool.inFolder { tool in
            try store(secret, tool)
            #expect(try stored(tool) == secret)
            for (out, back) in [
                (["export", "--plain", "f"], ["import", "f", "--yes"]),
                (["backup", "g"], ["restore", "g", "--yes"]),
            ] {
                #expect(try tool.run(out, input: "pass phrase\n").status == 0)
                #expect(try tool.run(["delete", "--service", "s", "--yes"]).status == 0)
                let outcome = try tool.run(back, input: "pass phrase\n")
                #expect(outcome.status == 0, "\(outcome.complaints)")
                #expect(try stored(tool) == secret, "\(back)")
            }
        }
    }

    /// JSON of docker and lines of Python's program; git has no line ends in passwords.
    @Test(arguments: ["a\r\n", "a\n\n", "a", "\r", "é\u{2028}", "\u{FEFF}a"])
    func surviveHelpers(_ secret: String) throws {
        try Tool.inFolder { tool in
            let coded = String(decoding: try JSONEncoder().encode(secret), as: UTF8.self)
            let credential = #"{"ServerURL":"a.example","Username":"me","Secret":\#(coded)}"#
            let docker = ["helper", "docker"]
            #expect(try tool.run(docker + ["store"], input: credential).status == 0)
            let answer = try tool.run(docker + ["get"], input: "a.example")
            let fields = try JSONDecoder().decode([String: String].self, from: Data(answer.output))
            #expect(fields["Secret"].map { Array($0.utf8) } == Array(secret.utf8))
            let keyring = ["helper", "keyring", "--exact"]
            #expect(try tool.run(keyring + ["set", "s", "me"], input: secret).status == 0)
            #expect(try tool.run(keyring + ["get", "s", "me"]).output == Array(secret.utf8))
        }
    }

    /// The end of a line is dropped silently only where it cannot belong to the secret.
    @Test(arguments: [
        ("a\n", "a", false), ("a", "a", false), ("a\r\n", "a", true), ("a\nb\n", "a\nb", true),
        ("a\nb", "a\nb", false), ("\n\n", "\n", true),
    ]) func sayWhatIsDropped(_ input: String, _ secret: String, _ isSaid: Bool) throws {
        try Tool.inFolder { tool in
            let outcome = try tool.run(["set", "--service", "s"], input: input)
            #expect(outcome.status == 0)
            #expect(outcome.complaints.contains("--exact keeps it") == isSaid)
            #expect(try stored(tool) == Array(secret.utf8))
        }
    }
}
