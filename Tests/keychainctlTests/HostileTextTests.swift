import Foundation
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

/// Names that others chose, on a real terminal: none may control it.
@Suite struct HostileTextTests {
    private static let hostile = "x\u{9B}2J\u{1B}]0;y\u{7}\u{202E}\u{200F}\u{61C}\u{AD}\u{E0041}z"

    /// Commands that show the stored content.
    static let commands: [(name: String, arguments: [String])] = [
        ("keychainctl", ["list"]), ("keychainctl", ["list", "--json"]),
        ("keychainctl", ["search", "x"]), ("keychainctl", ["show", "--service", hostile]),
        ("keychainctl", ["get", "--service", hostile]),
        ("keychainctl", ["export", "--plain"]),
        ("keychainctl", ["export", "--plain", "--format", "csv"]),
        ("keychainctl", ["key", "list"]), ("keychainctl", ["ssh-agent", "--list"]),
        ("keychainctl", ["key", "export", "--openssh", "--label", hostile]),
        ("keychainctl", ["get", "--service", "no" + hostile]),
        ("keychainctl", ["get", "--" + hostile]),
        ("keychainctl", ["list", "--keychain", hostile]),
        ("security", ["find-generic-password", "-g", "-s", hostile]),
        ("security", ["find-key", "-l", hostile]), ("security", [hostile]),
        ("security", ["find-generic-password", "-s", "no" + hostile]),
        ("keyring", ["get", hostile, hostile]),
    ]

    @Test(arguments: commands.indices) func reachesNoTerminal(_ index: Int) throws {
        let command = Self.commands[index]
        try Tool.inFolder { tool in
            let keychain = try Keychain.openOrCreate(configuration: tool.configuration)
            let item = GenericPassword(service: Self.hostile, account: Self.hostile)
            try keychain.set(SecretBytes(utf8: Self.hostile), for: item)
            let attributes: ItemAttributes = [
                .label: .string(Self.hostile), .alias: .string("ssh"),
            ]
            let key = try KeyMaterial.generate(.ed25519)
            try keychain.keys.add(key, for: KeyItem(attributes: attributes))
            let dialogue = try Dialogue(tool, command.arguments, as: command.name)
            _ = dialogue.end()
            #expect(!dialogue.shown.isEmpty)
            // The tool's own sequences: newlines, and the start and end of emphasis.
            let text = dialogue.shown.replacing(#/\u{1B}\[[0-9]*m/#, with: "")
                .replacing("\r\n", with: "")
            let found = text.unicodeScalars.filter { Escaping.isUnsafe($0) && $0 != "\t" }
            #expect(found.isEmpty, "\(command) \(found.map(\.value))")
        }
    }
}
