import ArgumentParser
import Foundation
import Testing

@testable import keychainctl

/// `Documentation/json-schema.json`, which finds the problems of an answer.
///
/// It knows the part of JSON Schema that the file uses; any other keyword is a mistake, as it would
/// check nothing. A member that the file does not describe is one, too.
struct AnswerSchema: @unchecked Sendable {
    /// Never changed.
    private let documents: [String: Any]

    static let shared = Result {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/json-schema.json")
        return try AnswerSchema(Data(contentsOf: file))
    }

    init(_ file: Data) throws {
        let root = try JSONSerialization.jsonObject(with: file) as? [String: Any]
        documents = try #require(root?["$defs"] as? [String: Any])
    }

    /// The commands that have a document.
    var commands: Set<String> { Set(documents.keys.filter { $0.first?.isLowercase == true }) }

    /// The problems of an answer.
    ///
    /// - Parameters:
    ///   - text: The output of the command.
    ///   - command: The names of the command.
    /// - Returns: The problems, each with its place.
    func problems(_ text: String, of command: String) -> [String] {
        guard let schema = documents[command] else { return ["\(command) has no document"] }
        guard
            let value = try? JSONSerialization.jsonObject(
                with: Data(text.utf8),
                options: .fragmentsAllowed
            )
        else { return ["the answer is not JSON"] }
        return problems(value, schema, "")
    }

    private static let annotations: Set<String> = ["description", "title"]

    private func problems(_ value: Any, _ schema: Any, _ place: String) -> [String] {
        guard var rules = schema as? [String: Any] else { return ["\(place): no schema"] }
        for name in Self.annotations { rules[name] = nil }
        if let reference = rules.removeValue(forKey: "$ref") as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            guard rules.isEmpty, let target = documents[name] else {
                return ["\(place): a wrong reference to \(reference)"]
            }
            return problems(value, target, place)
        }
        if let forms = rules.removeValue(forKey: "anyOf") as? [Any] {
            guard rules.isEmpty else { return ["\(place): more than 'anyOf'"] }
            let answers = forms.map { problems(value, $0, place) }
            return answers.min { $0.count < $1.count } ?? ["\(place): no form"]
        }
        var found: [String] = []
        if let choices = rules.removeValue(forKey: "enum") as? [String] {
            let isOne = (value as? String).map(choices.contains) ?? false
            if !isOne { found.append("\(place): \(value) is none of \(choices)") }
        } else if let type = rules.removeValue(forKey: "type") as? String {
            guard Self.isOf(type, value) else { return ["\(place): it is no \(type)"] }
        } else {
            found.append("\(place): the schema says no type")
        }
        if let members = value as? [String: Any] {
            found += problems(members, &rules, place)
        } else if let elements = value as? [Any], let inner = rules.removeValue(forKey: "items") {
            found += elements.enumerated().flatMap { problems($1, inner, "\(place)[\($0)]") }
        }
        return found + rules.keys.map { "\(place): the keyword \($0) is not known" }
    }

    private func problems(
        _ members: [String: Any],
        _ rules: inout [String: Any],
        _ place: String
    ) -> [String] {
        let required = rules.removeValue(forKey: "required") as? [String] ?? []
        let known = rules.removeValue(forKey: "properties") as? [String: Any] ?? [:]
        let other = rules.removeValue(forKey: "additionalProperties")
        let missing = required.filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
        let unknown = required.filter { known[$0] == nil }.map { "\(place): \($0) has no schema" }
        return missing + unknown
            + members.flatMap { name, value in
                (known[name] ?? other).map { problems(value, $0, "\(place).\(name)") }
                    ?? ["\(place): \(name) is not described"]
            }
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        // A truth value is a number, too, unless its own type is asked for.
        let isTruth = (value as? NSNumber).map(Self.isTruth) ?? false
        return switch type {
        case "string": value is String
        case "boolean": isTruth
        case "integer": !isTruth && value is Int
        case "array": value is [Any]
        case "object": value is [String: Any]
        default: false
        }
    }

    /// Whether a number of Foundation is `true` or `false`.
    private static func isTruth(_ number: NSNumber) -> Bool {
        ["c", "B"].contains(String(cString: number.objCType))
    }
}

extension ParsableCommand {
    /// The commands without subcommands in a tree, by their names.
    static func leaves(_ names: [String] = []) -> [(name: String, type: any ParsableCommand.Type)] {
        guard !configuration.subcommands.isEmpty else {
            return [(names.joined(separator: " "), self)]
        }
        return configuration.subcommands.flatMap { command in
            command.leaves(names + [command.configuration.commandName ?? ""])
        }
    }
}

extension Tool {
    /// The command that answers as JSON on a command line; `nil` for any other line.
    static func answering(_ words: [String]) -> String? {
        guard words.contains("--json") else { return nil }
        let commands = Keychainctl.leaves().filter { $0.type is any AnsweringCommand.Type }
        let named = commands.map(\.name).filter { name in
            words.starts(with: name.split(separator: " ").map(String.init))
        }
        // 'otp NAME' is short for 'otp code NAME'.
        return named.max { $0.count < $1.count } ?? (words.first == "otp" ? "otp code" : nil)
    }
}
