import PortableKeychain
import Testing

@testable import KeychainctlKit

/// The rules of websites for their passwords.
@Suite struct PasswordRulesTests {
    private static func text(_ characters: Set<UInt8>) -> String {
        String(decoding: characters.sorted(), as: UTF8.self)
    }

    /// Rules, and the lengths, required sets and allowed characters that they say.
    static let readable: [(String, Int, Int?, Int?, [String], String)] = [
        ("minlength: 20", 20, nil, nil, [], text(Set(0x20...0x7E))),
        ("allowed: [-.]", 0, nil, nil, [], "-."), ("allowed: []]", 0, nil, nil, [], "]"),
        ("allowed: [-a]]", 0, nil, nil, [], "-]a"), ("ALLOWED: [ ;,:]", 0, nil, nil, [], " ,:;"),
        (
            "required: digit; allowed: [ab]", 0, nil, nil, ["0123456789"], "0123456789ab"
        ),
        ("required: [a], [b]; required: [c]", 0, nil, nil, ["ab", "c"], "abc"),
        ("required: [a]; required: [a];", 0, nil, nil, ["a"], "a"),
        (
            " minlength:8;minlength : 10 ; maxlength: 30; maxlength: 20; max-consecutive: 3;"
                + "max-consecutive: 2; required: [a]\n",
            10, 20, 2, ["a"], "a"
        ),
        (
            "required: special", 0, nil, nil, [" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"],
            " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
        ),
        ("allowed: unicode", 0, nil, nil, [], text(Set(0x20...0x7E))),
        (
            "required: Upper, LOWER, ascii-printable", 0, nil, nil, [text(Set(0x20...0x7E))],
            text(Set(0x20...0x7E))
        ),
    ]

    @Test(arguments: readable)
    func reads(
        _ rules: String,
        _ shortest: Int,
        _ longest: Int?,
        _ run: Int?,
        _ required: [String],
        _ allowed: String
    ) throws {
        let rules = try PasswordRules(rules)
        #expect(rules.shortest == shortest)
        #expect(rules.longest == longest)
        #expect(rules.longestRun == run)
        #expect(rules.required.map(Self.text) == required)
        #expect(Self.text(rules.allowed) == allowed)
    }

    static let unreadable: [(String, String)] = [
        ("", "there are none"), (" ; ", "'name: value'"), ("minlength", "'name: value'"),
        (": 8", "'name: value'"), ("length: 8", "no rule 'length'"),
        ("minlength: ", "not a number"), ("minlength: 0", "not a number"),
        ("minlength: 1025", "not a number"), ("minlength: 99999999999999999999", "not a number"),
        ("minlength: -8", "not a number"), ("minlength: 8 9", "no ';'"),
        ("minlength: 8, 9", "no ';'"), ("required: lower required: upper", "no ';'"),
        ("required:", "is missing"), ("required: lower,", "is missing"),
        ("required: letters", "no set of characters 'letters'"), ("allowed: []", "is empty"),
        ("allowed: [a", "no ']'"), ("allowed: [a-z]", "'-' at another place"),
        ("allowed: [\u{E4}]", "not of ASCII"), ("allowed: [\n]", "not of ASCII"),
        ("minlength: 9; maxlength: 8", "maxlength is less"),
        (
            "abcdefghi".map { "required: [\($0)]" }.joined(separator: ";"),
            "more than 8 kinds"
        ),
        (String(repeating: " ", count: 4097), "more than 4096 bytes"),
    ]

    @Test(arguments: unreadable) func refuses(_ rules: String, _ words: String) {
        let failure = #expect(throws: Failure.self) { try PasswordRules(rules) }
        #expect(failure?.problem.contains(words) == true, "\(failure?.problem ?? "")")
        #expect(failure?.status.code == 64)
        #expect(failure.map { Advice.isAdvice($0.advice) } == true)
    }

    /// Few characters and lengths, of which all texts can be made.
    static let small = [
        "required: [a]; required: [b]; allowed: [c]", "required: [ab]; required: [bc]",
        "allowed: [abc]; max-consecutive: 1", "allowed: [abc]; max-consecutive: 2",
        "required: [a]; required: [b]; allowed: [c]; max-consecutive: 2", "allowed: [a]",
        "allowed: [a]; max-consecutive: 3", "required: [abc]; allowed: [d]; max-consecutive: 4",
    ]

    @Test(arguments: small, 1...6)
    func countsExactly(_ text: String, _ count: Int) throws {
        let rules = try PasswordRules(text)
        var texts: [[UInt8]] = [[]]
        for _ in 0..<count {
            texts = texts.flatMap { start in rules.allowed.map { start + [$0] } }
        }
        let good = texts.count { $0.withUnsafeBytes { rules.areMet(by: $0) } }
        let share = Double(good) / Double(texts.count)
        #expect(abs(rules.chance(of: count) - share) < 1e-9)
    }

    @Test func knowsLongPasswords() throws {
        let rules = try PasswordRules("allowed: lower; max-consecutive: 2; required: [x]")
        #expect(rules.chance(of: 1024) > 0 && rules.chance(of: 1024) < 1)
        #expect(PasswordRules.symbols.chance(of: 1024) > 0.999)
    }

    static let passwords: [(String, Bool)] = [
        ("aB1", true), ("aB", false), ("aB1x", false), ("ab1", false), ("aB1!", false),
        ("BaB", true),
        ("aa1", false),
    ]

    @Test(arguments: passwords) func judges(_ password: String, _ isGood: Bool) throws {
        let rules = try PasswordRules(
            "minlength: 3; maxlength: 3; required: [a]; required: [B]; allowed: [1]; "
                + "max-consecutive: 1"
        )
        #expect(Array(password.utf8).withUnsafeBytes { rules.areMet(by: $0) } == isGood)
    }
}
