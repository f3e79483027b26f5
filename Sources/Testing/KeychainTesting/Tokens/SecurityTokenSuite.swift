public import PortableKeychain

/// The rules of a `SecurityToken` as checks: runs on anything that claims to be one.
///
/// Each rule runs on a token of its own. With Swift Testing:
///
/// ```swift
/// import Testing
///
/// @Test(arguments: SecurityTokenSuite.rules)
/// func keeps(rule: SecurityTokenRule) throws {
///     let suite = SecurityTokenSuite(guesses: 5) { SoftwareToken() }
///     #expect(try suite.check(rule) == [])
/// }
/// ```
public struct SecurityTokenSuite: Sendable {
    /// The most wrong PINs that the tokens accept before they refuse all.
    public let guesses: Int
    let makeToken: @Sendable () throws -> any SecurityToken
    let extend: (@Sendable (any SecurityToken, UInt8) throws -> Void)?

    /// Creates a suite for one kind of token.
    ///
    /// - Parameters:
    ///   - guesses: The most wrong PINs that a token accepts before it refuses all.
    ///   - extend: Changes a register of a token; without it, rules about registers are not checked.
    ///   - makeToken: Makes a token that has nothing in common with those made before.
    public init(
        guesses: Int,
        extend: (@Sendable (any SecurityToken, UInt8) throws -> Void)? = nil,
        makeToken: @escaping @Sendable () throws -> any SecurityToken
    ) {
        self.guesses = guesses
        self.extend = extend
        self.makeToken = makeToken
    }

    /// All rules.
    public static let rules: [SecurityTokenRule] =
        SecurityTokenRule.sealing + SecurityTokenRule.keys + SecurityTokenRule.counters

    /// Checks every rule.
    ///
    /// - Returns: The deviations of the token from the rules; empty if it conforms.
    /// - Throws: Any error of making a token.
    public func run() throws -> [String] { try Self.rules.flatMap { try check($0) } }

    /// Checks one rule.
    ///
    /// - Parameter rule: One of ``rules``.
    /// - Returns: The failures, as sentences; empty if the rule is kept.
    /// - Throws: Any error of making a token.
    public func check(_ rule: SecurityTokenRule) throws -> [String] {
        let trial = SecurityTokenTrial(suite: self, token: try makeToken())
        do {
            try rule.body(trial)
        } catch {
            trial.fail("no error, but found \(error)")
        }
        return trial.failures.map { "\(rule): \($0)" }
    }
}

/// One rule of a `SecurityToken`.
public struct SecurityTokenRule: Identifiable, Sendable, CustomStringConvertible {
    /// A name.
    public let id: String
    /// The rule in a sentence.
    public let sentence: String
    let body: @Sendable (SecurityTokenTrial) throws -> Void

    init(
        _ id: String,
        _ sentence: String,
        body: @escaping @Sendable (SecurityTokenTrial) throws -> Void
    ) {
        self.id = id
        self.sentence = sentence
        self.body = body
    }

    /// The name and the sentence.
    public var description: String { "\(id): \(sentence)" }
}

/// A rule at work on one token.
final class SecurityTokenTrial {
    let suite: SecurityTokenSuite
    let token: any SecurityToken
    private(set) var failures: [String] = []

    init(suite: SecurityTokenSuite, token: any SecurityToken) {
        self.suite = suite
        self.token = token
    }

    func fail(_ expected: String) { failures.append("expected \(expected)") }

    func expect(_ isRight: Bool, _ expected: String) { if !isRight { fail(expected) } }

    /// Expects an error with one of the codes, or with any.
    func refuses<R>(
        _ what: String,
        as codes: [KeychainError.Code] = [],
        _ body: () throws -> R
    ) {
        do {
            _ = try body()
            fail("that \(what) is refused")
        } catch let error as KeychainError {
            guard !codes.isEmpty, !codes.contains(error.code) else { return }
            fail("\(codes.map(\.name)) for \(what), and found \(error)")
        } catch {
            fail("a KeychainError for \(what), and found \(error)")
        }
    }

    /// The blob with one bit of a byte changed, for about sixty bytes all over it.
    func damaged(_ blob: [UInt8]) -> [[UInt8]] {
        let step = max(blob.count / 60, 1)
        let flipped = stride(from: 0, to: blob.count, by: step).map { place in
            var copy = blob
            copy[place] ^= 1 << UInt8(place % 8)
            return copy
        }
        return flipped + [[], Array(blob.dropLast()), blob + [0], [UInt8](repeating: 0, count: 64)]
    }
}
