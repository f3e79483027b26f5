internal import Foundation
@_spi(Keepers) internal import PortableKeychain

extension ItemAttributes {
    /// An attribute as text; bytes of other programs that are not UTF-8 are repaired, not refused.
    func text(_ key: AttributeKey) -> String? {
        switch self[key] {
        case .string(let text): text
        case .data(let data): String(decoding: data, as: UTF8.self)
        default: nil
        }
    }

    /// The low bits of a number; `nil` if there is none.
    func number<Number: FixedWidthInteger>(_ key: AttributeKey) -> Number? {
        guard case .number(let number) = self[key] else { return nil }
        return Number(truncatingIfNeeded: number)
    }

    /// A date; the reference date if there is none.
    func date(_ key: AttributeKey) -> Date {
        guard case .date(let date) = self[key] else {
            return Date(timeIntervalSinceReferenceDate: 0)
        }
        return date
    }
}

extension SecretBytes {
    /// The UTF-8 bytes of a password.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - refusal: The error for an empty one.
    /// - Throws: The given refusal.
    convenience init(_ password: String, or refusal: @autoclosure () -> any Error) throws {
        guard !password.isEmpty else { throw refusal() }
        self.init(count: password.utf8.count) { $0.copyBytes(from: password.utf8) }
    }
}
