internal import PortableKeychain

/// The part of the argument parser's `--experimental-dump-help` output that manual pages need.
struct ToolDescription: Decodable {
    let command: Command

    struct Command: Decodable {
        let superCommands: [String]?
        let shouldDisplay: Bool
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        let kind: Kind
        let shouldDisplay: Bool
        let sectionTitle: String?
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let discussion: String?
        let defaultValue: String?

        /// The purpose of the argument.
        var help: String {
            let help = [abstract, discussion].compactMap(\.self).joined(separator: " ")
            guard let value = defaultValue, kind != .flag else { return help }
            return "\(help) Default: \(value)."
        }

        /// The heading above it.
        var title: String? { sectionTitle ?? (kind == .positional ? "Arguments" : nil) }

        /// Its names and its value.
        var label: String {
            guard kind != .positional else { return "<\(valueName ?? "value")>" }
            let names = (names ?? []).map(\.text).inOrder { $0.count }
                .joined(separator: ", ")
            return kind == .option ? "\(names) <\(valueName ?? "value")>" : names
        }

        /// Whether every command has it, so that no help needs to list it.
        var isOfEachCommand: Bool {
            (names ?? []).contains { ["help", "version"].contains($0.name) }
        }

        /// Whether it is the flag `--no-…` of another flag.
        func isOpposite(of other: Argument) -> Bool {
            guard kind == .flag, other.kind == .flag, let name = names?.first?.name,
                let otherName = other.names?.first?.name
            else { return false }
            return name == "no-\(otherName)"
        }
    }

    struct Name: Decodable, Equatable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }

        let kind: Kind
        let name: String

        /// The name with its dashes.
        var text: String { kind == .long ? "--\(name)" : "-\(name)" }
    }
}
