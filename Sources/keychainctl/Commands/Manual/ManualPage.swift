internal import KeychainctlKit

/// A page for man(1), written with the macros of man(7).
struct ManualPage: Equatable {
    let fileName: String
    let text: String

    /// The pages of a command and of all its subcommands.
    static func all(of command: ToolDescription.Command, date: String) -> [ManualPage] {
        let below = (command.subcommands ?? []).filter(isShown).flatMap { all(of: $0, date: date) }
        return [ManualPage(command, date: date)] + below
    }

    private init(_ command: ToolDescription.Command, date: String) {
        let words = (command.superCommands ?? []) + [command.commandName]
        let title = words.joined(separator: "-")
        fileName = "\(title).1"
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        var lines = [
            ".TH \(Roff.quoted(title.uppercased())) 1 \(Roff.quoted(date)) "
                + "\(Roff.quoted(SoftwareVersion.text)) \"PortableKeychain\"",
            ".SH NAME",
            "\(Roff.text(title)) \\- \(Roff.text(Self.withoutStop(command.abstract ?? "")))",
            ".SH SYNOPSIS",
            ".B \(Roff.text(words.joined(separator: " ")))",
        ]
        lines += Self.synopsis(arguments, hasCommands: command.subcommands != nil)
        if let discussion = command.discussion {
            lines += [".SH DESCRIPTION"] + Self.discussion(discussion)
        }
        if !arguments.isEmpty { lines += Self.options(arguments) }
        let commands = (command.subcommands ?? []).filter(Self.isShown)
        if !commands.isEmpty {
            lines.append(".SH COMMANDS")
            for other in commands {
                lines += [
                    ".TP", ".BR \(Roff.text("\(title)-\(other.commandName)")) (1)",
                    Roff.text(other.abstract ?? ""),
                ]
            }
        }
        if let parent = command.superCommands, !parent.isEmpty {
            lines += [".SH SEE ALSO", ".BR \(Roff.text(parent.joined(separator: "-"))) (1)"]
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func isShown(_ command: ToolDescription.Command) -> Bool {
        command.shouldDisplay && command.commandName != "help"
    }

    /// Names of pages end without a full stop (man-pages(7)).
    private static func withoutStop(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private static func synopsis(
        _ arguments: [ToolDescription.Argument],
        hasCommands: Bool
    ) -> [String] {
        var words: [String] =
            arguments.contains { $0.kind != .positional } ? ["[\\fIoptions\\fR]"] : []
        words += arguments.filter { $0.kind == .positional }.map { argument in
            let name =
                "\\fI\(Roff.text(argument.valueName ?? "value"))\\fR"
                + (argument.isRepeating ? " .\\|.\\|." : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        if hasCommands { words.append("\\fIcommand\\fR") }
        return words.isEmpty ? [] : [words.joined(separator: " ")]
    }

    /// Options by group; those without a group are last.
    private static func options(_ arguments: [ToolDescription.Argument]) -> [String] {
        var titles: [String?] = []
        for argument in arguments where !titles.contains(argument.sectionTitle) {
            titles.append(argument.sectionTitle)
        }
        titles = titles.filter { $0 != nil } + titles.filter { $0 == nil }
        var lines = [".SH OPTIONS"]
        for title in titles {
            if let title {
                lines.append(".SS \(Roff.text(title))")
            } else if titles.count > 1 {
                lines.append(".SS General")
            }
            for argument in arguments where argument.sectionTitle == title {
                lines += [".TP", head(argument), Roff.text(help(argument))]
            }
        }
        return lines
    }

    private static func head(_ argument: ToolDescription.Argument) -> String {
        let value = "\\fI\(Roff.text(argument.valueName ?? "value"))\\fR"
        guard argument.kind != .positional else { return value }
        let names = (argument.names ?? []).map { "\\fB\(Roff.text($0.text))\\fR" }
            .joined(separator: ", ")
        return argument.kind == .option ? "\(names) \(value)" : names
    }

    private static func help(_ argument: ToolDescription.Argument) -> String {
        let help = [argument.abstract, argument.discussion].compactMap(\.self)
            .joined(separator: " ")
        guard let value = argument.defaultValue, argument.kind != .flag else { return help }
        return "\(help) Default: \(value)."
    }

    /// Paragraphs, headings (lines in capitals) and preformatted lines (indented ones).
    private static func discussion(_ text: String) -> [String] {
        var lines: [String] = []
        var isKept = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let keeps = line.hasPrefix("  ")
            if keeps != isKept { lines.append(keeps ? ".nf" : ".fi") }
            isKept = keeps
            if line.isEmpty {
                // A paragraph macro before a heading would be empty (mandoc -T lint).
                lines.append(".PP")
            } else if !keeps, line == line.uppercased(), line.contains(where: \.isLetter) {
                if lines.last == ".PP" { lines.removeLast() }
                lines.append(".SH \(Roff.text(String(line)))")
            } else {
                lines.append(Roff.text(String(line)))
            }
        }
        if isKept { lines.append(".fi") }
        return lines
    }
}
