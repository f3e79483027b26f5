internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainctlKit

/// The help of a command: the part that fits a screen of 80 columns and 60 lines, or all of it.
///
/// The short help has the first paragraph of the command's discussion, its examples, and the options
/// of every day. The whole help, and the manual page, have the rest.
struct HelpPage {
    /// The longest short help.
    static let rows = 60

    let lines: [String]

    /// Describes a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - names: The words by which it was called.
    ///   - isWhole: Whether nothing is left out.
    /// - Throws: An error if the parser's own description cannot be read.
    init(
        _ command: any ParsableCommand.Type,
        names: [String],
        isWhole: Bool
    ) throws {
        let configuration = command.configuration
        // Commands with subcommands have no arguments, and the description of all takes time.
        let arguments =
            configuration.subcommands.isEmpty
            ? try ToolDescription.arguments(of: command).filter { isWhole || $0.shouldDisplay } : []
        let text = Discussion(configuration.discussion)
        var parts: [[String]] = [
            HelpText.wrapped(configuration.abstract),
            Self.usage(names, arguments, hasCommands: !configuration.subcommands.isEmpty),
        ]
        parts += (isWhole ? text.paragraphs : Array(text.paragraphs.prefix(1))).map {
            HelpText.wrapped($0)
        }
        parts += text.sections.map { section in
            [section.title] + section.lines.flatMap(HelpText.kept)
        }
        parts += Self.options(arguments)
        parts += Self.commands(of: configuration, isWhole: isWhole)
        parts.append(Self.more(names, isWhole: isWhole))
        lines = Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// The lines, each with its end.
    var text: String { lines.map { $0 + "\n" }.joined() }

    private static func usage(
        _ names: [String],
        _ arguments: [ToolDescription.Argument],
        hasCommands: Bool
    ) -> [String] {
        let operands = arguments.filter { $0.kind == .positional }.map { argument in
            let name = "<\(argument.valueName ?? "value")>" + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        let words =
            names + (hasCommands ? ["<command>"] : [])
            + (arguments.contains { $0.kind != .positional } ? ["[options]"] : []) + operands
        return HelpText.wrapped("USAGE: " + words.joined(separator: " "), hanging: 7)
    }

    /// The arguments, then the options by group; those without a group are last.
    private static func options(_ arguments: [ToolDescription.Argument]) -> [[String]] {
        let own = arguments.filter { !$0.isOfEachCommand }
        var titles: [String?] = []
        for title in own.map(\.title) where !titles.contains(title) { titles.append(title) }
        titles = titles.filter { $0 != nil } + titles.filter { $0 == nil }
        return titles.map { title in
            var lines = [title?.uppercased() ?? "OPTIONS"]
            var rest = own.filter { $0.title == title }[...]
            while let argument = rest.popFirst() {
                var label = argument.label
                if let other = rest.first, other.isOpposite(of: argument) {
                    rest = rest.dropFirst()
                    label = label.replacing("--", with: "--[no-]")
                }
                lines += HelpText.entry(label, argument.help)
            }
            return lines
        }
    }

    /// The subcommands by group.
    private static func commands(
        of configuration: CommandConfiguration,
        isWhole: Bool
    ) -> [[String]] {
        func shown(_ commands: [any ParsableCommand.Type]) -> [CommandConfiguration] {
            commands.map { $0.configuration }.filter { $0.shouldDisplay }
        }
        var parts: [[String]] = []
        let plain = shown(configuration.ungroupedSubcommands)
        if !plain.isEmpty {
            parts.append(
                ["COMMANDS"] + plain.flatMap { HelpText.entry($0.commandName ?? "", $0.abstract) }
            )
        }
        let groups = configuration.groupedSubcommands
        let everyday = isWhole ? groups.count : everydayGroups
        for group in groups.prefix(everyday) {
            parts.append(
                [group.name.uppercased()]
                    + shown(group.subcommands).flatMap {
                        HelpText.entry($0.commandName ?? "", $0.abstract)
                    }
            )
        }
        let others = groups.dropFirst(everyday).flatMap { group in
            let names = shown(group.subcommands).compactMap { $0.commandName }
            return HelpText.entry(group.name, names.joined(separator: ", "))
        }
        if !others.isEmpty { parts.append(["MORE COMMANDS"] + others) }
        return parts
    }

    /// The number of groups of the tool's commands that the short help describes; it names the
    /// others.
    private static let everydayGroups = 2

    /// The lines about further pages.
    private static func more(_ names: [String], isWhole: Bool) -> [String] {
        let line = names.joined(separator: " ")
        let manual = "'man \(names.joined(separator: "-"))'"
        let own = isWhole ? [] : ["'\(line) --help --all'"]
        let isTool = names == ["keychainctl"]
        let others =
            isTool ? ["'keychainctl help get' (a command)", "'keychainctl help exit-status'"] : []
        return HelpText.wrapped("More: " + (others + own + [manual]).joined(separator: ", "))
    }
}

extension ToolDescription {
    /// The arguments of a command, as the parser describes them.
    static func arguments(of command: any ParsableCommand.Type) throws -> [Argument] {
        let text = Data(command._dumpHelp().utf8)
        return try JSONDecoder().decode(ToolDescription.self, from: text).command.arguments ?? []
    }
}
