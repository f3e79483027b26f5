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
    }

    struct Name: Decodable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }

        let kind: Kind
        let name: String

        /// The name with its dashes.
        var text: String { kind == .long ? "--\(name)" : "-\(name)" }
    }
}
