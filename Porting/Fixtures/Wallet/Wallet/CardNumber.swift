import UIKit

/// The number of a card, as people write it.
struct CardNumber {
    let digits: [Int]

    init?(_ text: String) {
        digits = text.filter { $0 != " " }.compactMap { Int(String($0)) }
        guard digits.count >= 12, isValid else { return nil }
    }

    /// The sum of Luhn.
    private var isValid: Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset % 2 == 0 ? digit.element : digit.element * 2
            return sum + value / 10 + value % 10
        }
        return sum % 10 == 0
    }

    var attributes: [NSAttributedString.Key: Data] { [:] }
}
