internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl keychains`.
struct KeychainsCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "keychains",
        abstract: "List the named keychains.",
        discussion: """
            In a pipe, each keychain is a line of four fields with tabs between them: name, state \
            (unlocked, locked, or why it cannot be opened), 'default' or nothing, and path. A \
            default keychain in another folder has no name and is not listed.

            EXAMPLES
              keychainctl keychains
            """
    )

    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let standard = try Keychain.path(of: .standard, configuration: .tool)
        var places = Keychain.names(configuration: .tool).map { ($0, Keychain.Place.named($0)) }
        if try !places.contains(where: {
            try Keychain.path(of: $0.1, configuration: .tool).hasSameBytes(as: standard)
        }),
            try !Keychain.path(of: .named("default"), configuration: .tool).hasSameBytes(
                as: standard
            )
        {
            places.append(("", .file(standard)))
        }
        let rows = try places.map { name, place in
            let path = try Keychain.path(of: place, configuration: .tool)
            let isDefault = path.hasSameBytes(as: standard)
            return (name: name, state: state(place), isDefault: isDefault, path: path)
        }
        if json {
            Terminal.json(
                .array(
                    rows.map {
                        .object([
                            ("name", .string($0.name)), ("state", .string($0.state)),
                            ("default", .bool($0.isDefault)), ("path", .string($0.path)),
                        ])
                    }
                )
            )
        } else if rows.isEmpty {
            if Terminal.isInteractive { Terminal.say("No keychains.") }
        } else {
            Terminal.table(
                header: ["NAME", "STATE", "DEFAULT", "PATH"],
                rows.map { [$0.name, $0.state, $0.isDefault ? "default" : "", $0.path] }
            )
        }
    }

    private func state(_ place: Keychain.Place) -> String {
        do throws(KeychainError) {
            return try Keychain.open(place, configuration: .tool).lockState == .unlocked
                ? "unlocked" : "locked"
        } catch {
            return Failure(error).status.meaning
        }
    }
}
