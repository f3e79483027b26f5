internal import KeychainctlKit
internal import SecurityTool

/// A page for man(1), written with the macros of man(7).
struct ManualPage: Equatable {
    let fileName: String
    let text: String

    /// The pages of a command and of all its subcommands.
    ///
    /// A helper that is also called by the name of a link has a page with that name too. It is a page
    /// of its own and not a reference, which breaks when pages are compressed or moved.
    static func all(of command: ToolDescription.Command) -> [ManualPage] {
        let below = (command.subcommands ?? []).filter(isShown).flatMap(all)
        let words = (command.superCommands ?? []) + [command.commandName]
        let program = ProgramName.allCases.first {
            !$0.isOfAnotherProgram && words == ["keychainctl", "helper", $0.subcommand]
        }
        let pages = [words] + (program.map { [[$0.rawValue]] } ?? [])
        return pages.map { ManualPage(command, words: $0) } + below
    }

    /// The page of `security`, whose commands are those of macOS.
    static let security = ManualPage(
        fileName: "security.1",
        text: ([
            header("security"), ".SH NAME", "security \\- \(ProgramName.security.purpose)",
            ".SH SYNOPSIS", ".B security", "[\\fIcommand\\fR] [\\fIoptions\\fR]",
            ".SH DESCRIPTION",
            Roff.text(
                "Works on the keychains of keychainctl. 'security help command' shows the options of "
                    + "a command."
            ),
            ".SH COMMANDS",
        ]
            + SecurityTool.summaries.flatMap { name, summary in
                [".TP", ".B \(Roff.text(name))", Roff.text(summary)]
            } + [".SH SEE ALSO", ".BR keychainctl (1)"]).joined(separator: "\n") + "\n"
    )

    private init(fileName: String, text: String) {
        (self.fileName, self.text) = (fileName, text)
    }

    /// The first line of a page.
    ///
    /// The hyphens of a date stay as they are: man(7) wants it as `YYYY-MM-DD`, and escaped ones are minus signs.
    static func header(_ title: String, date: String = SoftwareVersion.date) -> String {
        ".TH \(Roff.quoted(title.uppercased())) 1 \"\(date)\" "
            + "\(Roff.quoted(SoftwareVersion.text)) \"PortableKeychain\""
    }

    private init(_ command: ToolDescription.Command, words: [String]) {
        let title = words.joined(separator: "-")
        fileName = "\(title).1"
        let arguments = command.arguments ?? []
        var lines = [
            Self.header(title),
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
        if words == ["keychainctl"] { lines += Self.discussion(ExitStatus.help) }
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
                lines += [".TP", head(argument), Roff.text(argument.help)]
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
