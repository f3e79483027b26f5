internal import KeychainEssentials
@_spi(Keepers) import PortableKeychain

/// Attributes as the tables write them: `[.account: "ann", .port: 80]`.
struct AttributeWords: ExpressibleByDictionaryLiteral, Sendable {
    var attributes: ItemAttributes = [:]

    init(dictionaryLiteral elements: (AttributeKey, Word)...) {
        for (key, word) in elements { attributes[key] = word.value }
    }

    init(_ attributes: ItemAttributes) { self.attributes = attributes }

    /// The same attributes with others added or replaced.
    func with(_ others: AttributeWords) -> AttributeWords {
        var all = attributes
        for (key, value) in others.attributes { all[key] = value }
        return AttributeWords(all)
    }
}

/// One value: text, a number, or an array of bytes.
struct Word: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    Sendable
{
    let value: AttributeValue

    init(stringLiteral text: String) { value = .string(text) }
    init(integerLiteral number: Int64) { value = .number(number) }
    init(arrayLiteral bytes: UInt8...) { value = .data(Data(bytes)) }
    init(_ value: AttributeValue) { self.value = value }

    /// Both sets of items.
    static let any = Word(SynchronizationScope.any.value)

    /// Bytes from elsewhere.
    static func data(_ bytes: [UInt8]) -> Word { Word(.data(Data(bytes))) }

    /// Text from elsewhere.
    static func text(_ text: String) -> Word { Word(.string(text)) }

    /// A moment, in seconds since 2001.
    static func date(_ seconds: Double) -> Word {
        Word(.date(Date(timeIntervalSinceReferenceDate: seconds)))
    }

    /// The protection of an accessibility.
    static func plain(_ accessibility: Accessibility) -> Word {
        Word(.accessControl(AccessControl(accessibility)))
    }

    /// A protection with rules.
    static func guarded(
        _ accessibility: Accessibility,
        _ constraints: AccessControl.Constraints
    ) -> Word {
        do {
            return Word(.accessControl(try AccessControl(accessibility, constraints: constraints)))
        } catch {
            preconditionFailure("the tables hold possible combinations only: \(error)")
        }
    }
}

extension Word: CustomStringConvertible {
    var description: String {
        switch value {
        case .string(let text): text.debugDescription
        case .data(let data): "\(Array(data))"
        case .number(let number): "\(number)"
        case .date(let date): "@\(date.timeIntervalSinceReferenceDate)"
        case .accessControl(let control):
            "\(control.accessibility.rawValue) with "
                + (control.constraints.map { "rules \($0.rawValue)" } ?? "no rules")
        }
    }
}

extension AttributeValue {
    /// The seconds since 2001, if the value is a date.
    var seconds: Double? {
        if case .date(let date) = self { date.timeIntervalSinceReferenceDate } else { nil }
    }
}
