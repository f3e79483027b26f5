import Foundation
import Testing

/// A session at the terminal that is checked line by line (the idea is Go's testscript).
///
/// ```
/// # A comment.
/// $ keychainctl set --service api << s3cret      runs it with this line on standard input
/// $ keychainctl key import --tag old < key.pem   standard input is this one of `Scripts/Files`
/// $ keychainctl get --service nothing
/// ? 44                                           the exit status, 0 if not given
/// ! no item matches                              words that standard error must hold
/// % fixture                                      what the test itself does; see Stage
/// ```
///
/// Other lines are what must come on standard output. `→` stands for a tab and `…` for anything.
/// In quotes, `\n`, `\r`, `\t`, `\e` and `\0` mean what they mean in C; `<<-` leaves out the newline.
struct Script: CustomTestStringConvertible, Sendable {
    let name: String
    let steps: [Step]

    var testDescription: String { name }

    /// One command with the expected result, or a fixture.
    struct Step: Sendable {
        var line: Int
        var words: [String]
        var isFixture = false
        var input = ""
        var status: Int32 = 0
        var output: [String] = []
        var complaints: [String] = []
    }

    /// The scripts beside this file.
    static let all: [Script] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Scripts")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { name in
            let text = try? String(
                contentsOf: folder.appendingPathComponent(name),
                encoding: .utf8
            )
            return text.map { Script(name: name, text: $0) }
        }
    }()

    init(name: String, text: String) {
        self.name = name
        var steps: [Step] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let rest = String(line.dropFirst(2))
            switch line.prefix(2) {
            case "# ", "": break
            case "$ ": steps.append(Self.command(rest, number + 1))
            case "% ":
                steps.append(Step(line: number + 1, words: Self.words(rest), isFixture: true))
            case "? ": steps[steps.count - 1].status = Int32(rest) ?? -1
            case "! ": steps[steps.count - 1].complaints.append(rest)
            default: steps[steps.count - 1].output.append(String(line))
            }
        }
        self.steps = steps
    }

    private static func command(_ text: String, _ line: Int) -> Step {
        var words = words(text)
        if let mark = words.firstIndex(of: "<"), mark + 2 == words.count {
            let input = file(words[mark + 1])
            words.removeSubrange(mark...)
            return Step(line: line, words: words, input: String(decoding: input, as: UTF8.self))
        }
        guard let mark = words.firstIndex(where: { $0 == "<<" || $0 == "<<-" }) else {
            return Step(line: line, words: words)
        }
        let end = words[mark] == "<<" ? "\n" : ""
        let input = words[(mark + 1)...].joined(separator: " ") + end
        words.removeSubrange(mark...)
        return Step(line: line, words: words, input: input)
    }

    /// A file of `Scripts/Files`.
    static func file(_ name: String) -> Data {
        (try? Data(contentsOf: URL(fileURLWithPath: path(of: name)))) ?? Data()
    }

    /// The path of a file of `Scripts/Files`.
    static func path(of name: String) -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return folder.appendingPathComponent("Scripts/Files/\(name)").path
    }

    /// Splits a line at spaces that are not in quotes.
    static func words(_ text: String) -> [String] {
        let escapes: [Character: Character] = [
            "n": "\n", "r": "\r", "t": "\t", "e": "\u{1B}", "0": "\0",
        ]
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if isEscaped {
                word?.append(escapes[character] ?? character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character == " ", !isQuoted {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
