/// The rules of a website for passwords, in the language of Apple's `passwordrules` attribute.
///
/// For example `minlength: 20; required: lower, upper; required: digit; allowed: [-().&@];
/// max-consecutive: 2`. Apple's own reader passes over what it does not understand; this one refuses
/// it, because a password by half of the rules would be refused by the website.
package struct PasswordRules: Equatable, Sendable {
    /// Characters of ASCII from space to tilde.
    typealias Characters = Set<UInt8>

    /// The least number of characters; 0 if nothing is said.
    package private(set) var shortest = 0
    /// The greatest number of characters; `nil` if nothing is said.
    package private(set) var longest: Int?
    /// The longest run of one character; `nil` for any length.
    private(set) var longestRun: Int?
    /// Sets of characters, of each of which a password has one at least.
    private(set) var required: [Characters] = []
    /// All characters that a password can have.
    private(set) var allowed: Characters = []

    /// The maximum size of a text with rules.
    static let longestText = 4096
    /// The maximum number of required sets: their number doubles the work of counting passwords.
    static let mostRequired = 8
    /// The greatest number in a rule.
    static let greatest = 1024

    private static let printable = Characters(0x20...0x7E)
    private static let lower = Characters(UInt8(ascii: "a")...UInt8(ascii: "z"))
    private static let upper = Characters(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    private static let digit = Characters(UInt8(ascii: "0")...UInt8(ascii: "9"))

    /// A lower and an upper letter, a digit and a symbol, which nearly all websites accept.
    package static let symbols = PasswordRules(
        required: [lower, upper, digit, Characters("-_.~!@#$%^&*()+=[]{}:;,?/".utf8)],
        shortest: 8
    )

    private init(required: [Characters], shortest: Int) {
        (self.required, self.shortest) = (required, shortest)
        allowed = required.reduce(into: []) { $0.formUnion($1) }
    }

    /// Reads rules.
    ///
    /// - Throws: ``Failure`` that states their fault.
    package init(_ text: String) throws(Failure) {
        guard text.utf8.count <= Self.longestText else {
            throw Self.wrong("they have more than \(Self.longestText) bytes")
        }
        var reader = Reader(text)
        var isEmpty = true
        while let name = try reader.property() {
            switch name {
            case "minlength": shortest = max(shortest, try reader.number())
            case "maxlength": longest = min(longest ?? .max, try reader.number())
            case "max-consecutive": longestRun = min(longestRun ?? .max, try reader.number())
            case "required":
                let characters = try reader.characters()
                // The same requirement twice is one.
                if !required.contains(characters) { required.append(characters) }
                allowed.formUnion(characters)
            case "allowed": allowed.formUnion(try reader.characters())
            default: throw Self.wrong("there is no rule '\(name)'")
            }
            try reader.endRule()
            isEmpty = false
        }
        guard !isEmpty else { throw Self.wrong("there are none") }
        guard required.count <= Self.mostRequired else {
            throw Self.wrong("they require more than \(Self.mostRequired) kinds of characters")
        }
        if allowed.isEmpty { allowed = Self.printable }
        if let longest, longest < shortest {
            throw Self.wrong("their maxlength is less than their minlength")
        }
    }

    /// The fraction of all texts of the allowed characters that meet the rules.
    ///
    /// It is exact: texts that lack some required set are counted by inclusion and exclusion, and
    /// those with too long runs by the length of the first run.
    ///
    /// - Parameter count: The number of characters.
    /// - Returns: A number from 0 to 1.
    func chance(of count: Int) -> Double {
        var sum = 0.0
        for choice in 0..<(1 << required.count) {
            var lacking: Characters = []
            for (place, characters) in required.enumerated() where choice >> place & 1 == 1 {
                lacking.formUnion(characters)
            }
            let share = fraction(of: count, with: allowed.count - lacking.count)
            sum += choice.nonzeroBitCount.isMultiple(of: 2) ? share : -share
        }
        return max(sum, 0)
    }

    /// The fraction of all texts that have only some of the characters, and no run that is too long.
    private func fraction(of count: Int, with some: Int) -> Double {
        let (some, all) = (Double(some), Double(allowed.count))
        let run = min(longestRun ?? count, count)
        // Of each length, the fraction of texts; the first run has any character, a later one any
        // but the one before it.
        var fractions = [1.0]
        var (window, first, dropped) = (0.0, 1.0, 1.0)
        for _ in 0...run { dropped /= all }
        for length in stride(from: 1, through: count, by: 1) {
            window = (window + fractions[length - 1]) / all
            if length > run { window -= fractions[length - run - 1] * dropped }
            first = length <= run ? first / all : 0
            fractions.append(max(0, (some - 1) * window + first))
        }
        return some > 0 ? fractions[count] : count == 0 ? 1 : 0
    }

    /// Whether some bytes meet the rules.
    package func areMet(by password: UnsafeRawBufferPointer) -> Bool {
        guard password.count >= shortest, password.count <= longest ?? .max,
            password.allSatisfy(allowed.contains),
            required.allSatisfy({ password.contains(where: $0.contains) })
        else { return false }
        guard let longestRun else { return true }
        var run = 0
        for (place, byte) in password.enumerated() {
            run = place > 0 && password[place - 1] == byte ? run + 1 : 1
            if run > longestRun { return false }
        }
        return true
    }

    fileprivate static func wrong(_ why: String) -> Failure {
        Failure(
            .usage,
            "the rules for passwords cannot be read: \(why)",
            advice: "write them as in 'minlength: 20; required: lower; required: digit; "
                + "allowed: [-@]'"
        )
    }
}

extension PasswordRules {
    /// Reads a text with rules from left to right.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        /// The name of the next rule in lower case, whose colon is read too; `nil` at the end.
        mutating func property() throws(Failure) -> String? {
            skipSpace()
            guard !rest.isEmpty else { return nil }
            let name = word()
            skipSpace()
            guard !name.isEmpty, skip(":") else { throw wrong("a rule is not 'name: value'") }
            skipSpace()
            return name
        }

        /// Reads the semicolon behind a rule, or the end.
        mutating func endRule() throws(Failure) {
            skipSpace()
            guard rest.isEmpty || skip(";") else {
                throw wrong("there is no ';' between two rules")
            }
        }

        mutating func number() throws(Failure) -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard let number = Int(String(decoding: digits, as: UTF8.self)),
                (1...greatest).contains(number)
            else { throw wrong("a length is not a number from 1 to \(greatest)") }
            rest = rest.dropFirst(digits.count)
            return number
        }

        /// Sets of characters with commas between them, as one set.
        mutating func characters() throws(Failure) -> Characters {
            var all: Characters = []
            repeat {
                skipSpace()
                all.formUnion(skip("[") ? try listed() : try named())
                skipSpace()
            } while skip(",")
            return all
        }

        private mutating func named() throws(Failure) -> Characters {
            let name = word()
            switch name {
            case "lower": return lower
            case "upper": return upper
            case "digit": return digit
            case "special":
                return printable.subtracting(lower).subtracting(upper).subtracting(digit)
            // No user can type all of Unicode, so passwords keep to what all keyboards have.
            case "ascii-printable", "unicode": return printable
            case "": throw wrong("a set of characters is missing")
            default: throw wrong("there is no set of characters '\(name)'")
            }
        }

        /// A set between brackets, whose first one is read: `-` stands at its start only, and `]` at
        /// its end.
        private mutating func listed() throws(Failure) -> Characters {
            var all: Characters = []
            while let byte = rest.first {
                rest = rest.dropFirst()
                if byte == UInt8(ascii: "]"), rest.first != byte {
                    guard !all.isEmpty else { throw wrong("a set of characters is empty") }
                    return all
                }
                guard printable.contains(byte) else {
                    throw wrong("a set has a character that is not of ASCII")
                }
                guard byte != UInt8(ascii: "-") || all.isEmpty else {
                    throw wrong("a set has '-' at another place than its start")
                }
                all.insert(byte)
            }
            throw wrong("a set has no ']' at its end")
        }

        /// Letters and hyphens, in lower case.
        private mutating func word() -> String {
            let word = rest.prefix { byte in
                let letter = byte | 0x20
                return lower.contains(letter) || byte == UInt8(ascii: "-")
            }
            rest = rest.dropFirst(word.count)
            return String(decoding: word, as: UTF8.self).lowercased()
        }

        private mutating func skipSpace() {
            rest = rest.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        }

        private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
            guard let byte = rest.first, UInt32(byte) == mark.value else { return false }
            rest = rest.dropFirst()
            return true
        }
    }
}
