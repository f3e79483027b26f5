/// The advice in a sentence for the user: the next step.
///
/// The library's reasons are sentences: first what is wrong, then what to do next. They are texts
/// for people, so the advice is recognized by its form: it begins with the imperative of a verb. A
/// test reads all reasons in the library's code and checks that the advice in them is recognized.
package enum Advice {
    /// The first words of advice.
    private static let verbs: Set<String> = [
        "call", "change", "check", "choose", "close", "compare", "configure", "connect", "create",
        "enter", "export", "free", "give", "install", "leave", "make", "move", "name", "omit",
        "open",
        "please", "put", "raise", "read", "remove", "rename", "repeat", "restore", "run", "set",
        "store", "try", "unlock", "unset", "update", "use", "wait", "write",
    ]

    /// Whether a sentence or clause advises.
    package static func isAdvice(_ sentence: some StringProtocol) -> Bool {
        let word = sentence.drop { $0.isWhitespace }.prefix { $0.isLetter }
        return verbs.contains(word.lowercased())
    }

    /// Separates the problem in some sentences from the advice after it.
    ///
    /// - Parameter sentences: The sentences.
    /// - Returns: The sentences about the problem, and from the first one that advises on the rest,
    ///   if there is one.
    package static func split(_ sentences: String) -> (problem: String, advice: String?) {
        var start = sentences.startIndex
        while let end = sentences[start...].firstRange(of: ". ") {
            start = end.upperBound
            guard isAdvice(sentences[start...]) else { continue }
            return (String(sentences[..<end.lowerBound]), String(sentences[start...]))
        }
        return (sentences, nil)
    }
}
