/// One rule of the item semantics, and how to see that it is kept.
public struct ConformanceRule: Identifiable, Sendable {
    /// The features of a subject that a rule requires.
    @nonexhaustive public enum Need: String, Hashable, Sendable {
        /// The store can be locked.
        case locking
        /// The store can be brought back to before its first unlock.
        case restarting
        /// The store's clock can be read and moved.
        case time
        /// The test can set the user's answers.
        case authentication
    }

    /// The section and a name within it, as `3.2/duplicate`.
    public let id: String
    /// The rule in a sentence.
    public let sentence: String
    /// The requirements of the rule.
    public let needs: Set<Need>
    /// Asks and compares.
    let body: @Sendable (Trial) throws -> Void

    /// Creates a rule.
    init(
        _ id: String,
        _ sentence: String,
        needs: Set<Need> = [],
        body: @escaping @Sendable (Trial) throws -> Void
    ) {
        self.id = id
        self.sentence = sentence
        self.needs = needs
        self.body = body
    }

    /// The section of `Specification/item-semantics.md` that states the rule.
    public var section: String { id.split(separator: "/").first.map(String.init) ?? id }
}

extension ConformanceRule: CustomStringConvertible {
    /// The number and the sentence.
    public var description: String { "\(id): \(sentence)" }
}

/// Writes lists of rules with loops in them, each statement checked by itself.
@resultBuilder
enum RuleBuilder {
    static func buildExpression(_ rule: ConformanceRule) -> [ConformanceRule] { [rule] }
    static func buildExpression(_ rules: [ConformanceRule]) -> [ConformanceRule] { rules }
    static func buildBlock(_ parts: [ConformanceRule]...) -> [ConformanceRule] {
        parts.flatMap { $0 }
    }
    static func buildEither(first part: [ConformanceRule]) -> [ConformanceRule] { part }
    static func buildEither(second part: [ConformanceRule]) -> [ConformanceRule] { part }
    static func buildArray(_ parts: [[ConformanceRule]]) -> [ConformanceRule] {
        parts.flatMap { $0 }
    }
}

/// Collects the rules of a table.
func rules(@RuleBuilder _ build: () -> [ConformanceRule]) -> [ConformanceRule] { build() }
