internal import KeychainEssentials

extension ItemAttributes {
    /// An attribute as text; `nil` if it is missing or has another type.
    subscript(text key: AttributeKey) -> String? {
        get {
            switch self[key] {
            case .string(let text): text
            case .data(let data): String(validating: data, as: UTF8.self)
            default: nil
            }
        }
        set { self[key] = newValue.map { .string($0) } }
    }

    /// An attribute as bytes; `nil` if it is missing or has another type.
    subscript(bytes key: AttributeKey) -> Data? {
        get {
            switch self[key] {
            case .data(let data): data
            case .string(let text): Data(text.utf8)
            default: nil
            }
        }
        set { self[key] = newValue.map { .data($0) } }
    }

    /// An attribute as a number; `nil` if it is missing or has another type.
    subscript(number key: AttributeKey) -> Int? {
        get {
            guard case .number(let number) = self[key] else { return nil }
            return Int(exactly: number)
        }
        set { self[key] = newValue.map { .number(Int64($0)) } }
    }

    /// An attribute as a truth value; `nil` if it is missing or has another type.
    subscript(flag key: AttributeKey) -> Bool? {
        get { self[number: key].map { $0 != 0 } }
        set { self[key] = newValue.map { .number($0 ? 1 : 0) } }
    }

    /// An attribute as a date; `nil` if it is missing or has another type.
    subscript(date key: AttributeKey) -> Date? {
        guard case .date(let date) = self[key] else { return nil }
        return date
    }
}
