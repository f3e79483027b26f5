/// A place where a subject did otherwise than a rule says.
public struct ConformanceFailure: Hashable, Sendable {
    /// The ``ConformanceRule/id`` of the rule.
    public let rule: String
    /// The rule in a sentence.
    public let sentence: String
    /// The expectation and its request.
    public let expected: String
    /// The result.
    public let found: String

    init(_ rule: ConformanceRule, expected: String, found: String) {
        self.rule = rule.id
        sentence = rule.sentence
        self.expected = expected
        self.found = found
    }
}

extension ConformanceFailure: CustomStringConvertible {
    /// The rule, the expectation and the finding.
    public var description: String {
        "\(rule): \(sentence)\n    expected: \(expected)\n    found:    \(found)"
    }
}

/// The outcome of checking one rule.
@nonexhaustive public enum ConformanceOutcome: Hashable, Sendable {
    /// The rule was checked, with these failures; none means that it is kept.
    case checked([ConformanceFailure])
    /// The subject does not meet the needs of the rule.
    case skipped(Set<ConformanceRule.Need>)

    /// The failures.
    public var failures: [ConformanceFailure] {
        switch self {
        case .checked(let failures): failures
        case .skipped: []
        }
    }
}

extension ConformanceOutcome: CustomStringConvertible {
    /// The failures, or why the rule was skipped.
    public var description: String {
        switch self {
        case .checked(let failures) where failures.isEmpty: "kept"
        case .checked(let failures): failures.map(\.description).joined(separator: "\n")
        case .skipped(let needs): "skipped: needs \(needs.map(\.rawValue).sorted())"
        }
    }
}
