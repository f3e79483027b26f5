/// Advice about an error of the compiler or of SwiftPM.
public struct BuildCure: Sendable {
    /// Words of the message.
    let words: [String]
    /// The advice.
    let advice: String
    /// A message that has the words.
    let example: String

    /// The errors of a build, each with its remedy if that is known.
    ///
    /// - Parameter output: The output of the build.
    /// - Returns: The messages, without those that are there twice.
    public static func errors(in output: String) -> [(message: String, advice: String?)] {
        var said: Set<String> = []
        return output.split(whereSeparator: \.isNewline).compactMap { line in
            let message = String(line).trimmed
            guard message.contains("error: "), !message.hasPrefix("|"), !message.hasPrefix("`"),
                said.insert(message).inserted
            else { return nil }
            return (
                message.shown, all.first { cure in cure.words.allSatisfy(message.contains) }?.advice
            )
        }
    }

    static let all =
        [
            BuildCure(
                words: ["no such module '", "'Security'"],
                advice: securityAdvice,
                example: "A.swift:1:8: error: no such module 'Security'"
            ),
            BuildCure(
                words: ["no such module '", "'LocalAuthentication'"],
                advice: securityAdvice,
                example: "A.swift:1:8: error: no such module 'LocalAuthentication'"
            ),
            BuildCure(
                words: ["no such module '"],
                advice: "Put the import and what uses it behind '#if canImport(…)'.",
                example: "A.swift:1:8: error: no such module 'Surprise'"
            ),
            BuildCure(
                words: ["Objective-C interoperability is disabled"],
                advice:
                    "Put the attribute behind '#if canImport(ObjectiveC)', on a line of its own.",
                example: "A.swift:1:1: error: Objective-C interoperability is disabled"
            ),
            BuildCure(
                words: ["missing argument for parameter 'coder' in call"],
                advice: "Write 'NSError(domain: \"\", code: 0)'.",
                example: "A.swift:1:1: error: missing argument for parameter 'coder' in call"
            ),
            BuildCure(
                words: ["is ambiguous for type lookup"],
                advice:
                    "Remove 'import CoreFoundation', or import the name by 'import typealias Security.CFString'.",
                example:
                    "A.swift:1:1: error: 'CFString' is ambiguous for type lookup in this context"
            ),
            BuildCure(
                words: ["declare targets with a conflicting name"],
                advice:
                    "Two packages of the build have a target of this name. Give one of them an alias, or another name.",
                example:
                    "error: multiple packages ('a', 'b') declare targets with a conflicting name: 'Valet'"
            ),
            BuildCure(
                words: ["does not match any recursive target dependency"],
                advice:
                    "'package:' has to be the last part of the folder or address of PortableKeychain.",
                example:
                    "error: module alias for target 'Security' does not match any recursive target dependency"
            ),
            BuildCure(
                words: ["cannot find", "'SecItem"],
                advice:
                    "Add '@_exported import Security' to one file of the target, or run port-package again.",
                example: "A.swift:1:1: error: cannot find 'SecItemAdd' in scope"
            ),
            BuildCure(
                words: ["cannot find", "'kSec"],
                advice:
                    "Add '@_exported import Security' to one file of the target, or run port-package again.",
                example: "A.swift:1:1: error: cannot find 'kSecClass' in scope"
            ),
        ]
        + Rule.all.flatMap { rule in
            // Names of Security are there, so that only the import can be missing.
            rule.words.filter { !$0.hasPrefix("kSec") }.sorted().map { word in
                BuildCure(
                    words: ["cannot find", "'\(word)'"],
                    advice: rule.advice,
                    example: "A.swift:1:1: error: cannot find '\(word)' in scope"
                )
            }
        }

    private static let securityAdvice = """
        Run port-package again. If the target has the product, SwiftPM lost the alias when it planned the build: \
        remove '.build/debug.yaml' and build again.
        """
}
