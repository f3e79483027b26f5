internal import ArgumentParser
internal import KeychainctlKit
internal import SafeText

/// A command that lists or answers something, and can do so as JSON.
///
/// `Documentation/json-schema.json` has the form of each answer under the names of its command, and a
/// version for all of them: members are added within a version, and change only with the next one.
protocol AnsweringCommand: ParsableCommand {
    var answer: AnswerOptions { get }
}

/// The option for the form of an answer.
struct AnswerOptions: ParsableArguments {
    @Flag(help: "Print JSON, as json-schema.json describes it.") var json = false
}

extension AnsweringCommand {
    /// Whether the answer is JSON.
    var json: Bool { answer.json }

    /// Prints the names and values of an answer: as a JSON object, or as properties.
    ///
    /// - Parameters:
    ///   - lines: The names and values for people, and for lines in a pipe.
    ///   - members: The same for programs.
    func tell(_ lines: [(String, String)], _ members: [(String, JSON)]) {
        if json {
            Terminal.json(.object(members))
        } else {
            Terminal.properties(lines)
        }
    }

    /// Prints the rows of an answer: as a JSON array of objects, or as a table.
    func tell(header: [String], _ rows: [[String]], _ objects: @autoclosure () -> [JSON]) {
        if json {
            Terminal.json(.array(objects()))
        } else {
            Terminal.table(header: header, rows)
        }
    }
}
