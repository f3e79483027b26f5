internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainEssentials

/// `keychainctl man-pages`, for the installation of this tool.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man-pages",
        abstract: "Write the manual pages to a folder.",
        discussion: """
            Writes one page for the tool, one for each command, and one for each name of a link \
            of 'install-links' that no other program has, in the format of man(1); \
            'make install' runs this command. Existing pages are replaced.

            EXAMPLES
              keychainctl man-pages ~/.local/share/man/man1
            """,
        shouldDisplay: false
    )

    @Argument(help: "The folder.", completion: .directory) var folder: String

    func run() throws {
        try Failure.requireFolder(folder)
        let tool = try JSONDecoder().decode(
            ToolDescription.self,
            from: Data(Keychainctl._dumpHelp().utf8)
        )
        for page in ManualPage.all(of: tool.command) + [.security] {
            let file = URL(filePath: folder).appending(path: page.fileName)
            do {
                try Data(page.text.utf8).write(to: file)
            } catch {
                throw Failure(
                    KeychainError(.inputOutput, reason: "Cannot write \(file.path).")
                )
            }
        }
    }
}
