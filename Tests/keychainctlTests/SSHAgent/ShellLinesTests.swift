import Testing

@testable import keychainctl

/// The lines that a shell evaluates.
@Suite struct ShellLinesTests {
    @Test(arguments: [
        (ShellLines.Family.bourne, "/run/a", "SSH_AUTH_SOCK=/run/a; export SSH_AUTH_SOCK;\n"),
        (.c, "/run/a", "setenv SSH_AUTH_SOCK /run/a;\n"),
        (.bourne, "/a b';x", "SSH_AUTH_SOCK='/a b'\\'';x'; export SSH_AUTH_SOCK;\n"),
    ])
    func tellsShells(_ family: ShellLines.Family, _ path: String, _ line: String) {
        let text = ShellLines(family: family, socket: path, process: 7).text
        #expect(text.hasPrefix(line))
        #expect(text.hasSuffix("echo Agent pid 7;\n"))
    }
}
