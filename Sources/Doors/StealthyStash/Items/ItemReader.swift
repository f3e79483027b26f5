internal import Foundation

/// Reads an item from a dictionary of any origin.
///
/// The identifying attributes must be readable; otherwise changing the item could affect another.
/// Anything else counts as absent when it is of a type that it cannot have.
struct ItemReader {
    private let values: [String: Any]
    /// Whether the dictionary is a result of the keychain: then 0 means that a number was omitted.
    private let isAnswer: Bool

    init(_ dictionary: StealthyDictionary, isAnswer: Bool) {
        values = dictionary.present
        self.isAnswer = isAnswer
    }

    func needed<Value>(_ value: Value?) throws(KeychainError) -> Value {
        guard let value else { throw .unexpectedPasswordData }
        return value
    }

    func secret() throws(KeychainError) -> Data {
        guard let value = values[ItemKey.data] else { throw .noPassword }
        return try needed(value as? Data)
    }

    /// A text; bytes count as the text of which they are the UTF-8, as they do in the keychain.
    func text(_ key: String) throws(KeychainError) -> String? {
        guard let value = values[key] else { return nil }
        if let bytes = value as? Data {
            return try needed(String(validating: bytes, as: UTF8.self))
        }
        return try needed(value as? String)
    }

    /// A text that is absent when it is empty.
    func filled(_ key: String) throws(KeychainError) -> String? {
        let text = try text(key)
        return text == "" ? nil : text
    }

    /// The characters of a protocol; others than Apple's, and numbers, occur.
    func networkProtocol() throws(KeychainError) -> String? {
        guard let number = number(ItemKey.networkProtocol) else {
            return try filled(ItemKey.networkProtocol)
        }
        return number == 0 ? nil : String(number)
    }

    func port() throws(KeychainError) -> Int? {
        guard values[ItemKey.port] != nil else { return nil }
        let port = try needed(number(ItemKey.port))
        return isAnswer && port == 0 ? nil : port
    }

    /// Synchronization, as a truth value, as 0 or 1, or as the name of both kinds.
    func synchronizable() throws(KeychainError) -> Synchronizable {
        guard let value = values[ItemKey.synchronizable] else { return .any }
        if value as? String == Synchronizable.anyName { return .any }
        switch number(ItemKey.synchronizable) {
        case 0: return .disabled
        case 1: return .enabled
        default: throw .unexpectedPasswordData
        }
    }

    func type() -> Int? {
        let type = number(ItemKey.type)
        return isAnswer && type == 0 ? nil : type
    }

    /// A text for people; `nil` if the value is not text.
    func note(_ key: String) -> String? { try? text(key) }

    func bytes(_ key: String) -> Data? {
        values[key] as? Data ?? (values[key] as? String).map { Data($0.utf8) }
    }

    func date(_ key: String) -> Date? { values[key] as? Date }

    /// A whole number.
    private func number(_ key: String) -> Int? {
        (values[key] as? NSNumber).flatMap { Int(exactly: $0) }
    }
}
