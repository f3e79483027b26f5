internal import PortableKeychain
internal import SafeText

extension Terminal {
    /// Whether questions can be asked: a person is at the terminal, and standard input brings no data in their place.
    package static var canAsk: Bool { inputIsTerminal && TerminalPrompt.isPossible }

    /// The number of answers that are no choice, after which the question ends.
    private static let attempts = 5

    /// Has the user choose one of several answers by its number.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - answers: The answers; each line of one is shown on a line.
    /// - Returns: The index of the answer.
    /// - Throws: ``Failure`` if nothing is chosen.
    package static func choose(
        _ question: String,
        from answers: [String]
    ) throws(Failure) -> Int {
        say(question)
        for (index, answer) in answers.enumerated() {
            for (place, line) in answer.split(separator: "\n").enumerated() {
                hint("\(place == 0 ? "  \(index + 1)" : "   ")  \(line)\n")
            }
        }
        let numbers = (1...answers.count).map(String.init)
        for _ in 0..<attempts {
            let answer: SecretBytes
            do throws(TerminalPrompt.Failure) {
                answer = try TerminalPrompt.ask(
                    "Choose \(list(numbers)): ",
                    hidesInput: false
                )
            } catch {
                throw nothingChosen
            }
            let word = answer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                .split(whereSeparator: \.isWhitespace)
            if word.count == 1, let index = numbers.firstIndex(of: String(word[0])) { return index }
        }
        throw nothingChosen
    }

    private static var nothingChosen: Failure {
        Failure(
            .declined,
            "nothing was chosen, and nothing was changed",
            advice: "run the command again"
        )
    }

    /// Words with commas, and "or" before the last one.
    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
