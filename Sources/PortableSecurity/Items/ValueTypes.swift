internal import Foundation
internal import PortableKeychain

// How the objects of a dictionary become values. NSDictionary hands out bridged Swift values where
// it can, so each type is recognised in either form by one cast. Truth values need care: `as? Bool`
// also accepts the number 1, which the grammar tells from `true`.

/// A refusal, with the code of the specification.
func refusal(_ code: KeychainError.Code, _ reason: String = "") -> KeychainError {
    KeychainError(code, reason: reason)
}

/// The truth value in an object that is one, as opposed to a number.
func boolean(_ object: Any) -> Bool? {
    guard let number = object as? NSNumber, number.isBoolean else { return nil }
    return number.boolValue
}

/// The whole number in an object; a fraction is none, nor is a truth value.
func integer(_ object: Any) -> Int64? {
    guard let number = object as? NSNumber, !number.isBoolean else { return nil }
    return Int64(exactly: number)
}

/// The value of an attribute, or a refusal for a type that no attribute takes.
func attributeValue(_ object: Any) throws(KeychainError) -> AttributeValue {
    // Data before NSNumber and String: a cast never mistakes it, and it is the most frequent.
    if let data = object as? Data { return .data(data) }
    if let string = object as? String { return .string(string) }
    if let number = object as? NSNumber { return .number(number.int64Value) }
    if let date = object as? Date { return .date(date) }
    if let uuid = object as? UUID { return .string(uuid.uuidString) }
    if let control = object as? SecAccessControl, let value = control.value {
        return .accessControl(value)
    }
    throw refusal(.invalidParameter, "an attribute has a value of a type that none takes")
}

/// The object that callers find in a result.
func object(for value: AttributeValue) -> Any {
    switch value {
    case .string(let string): string as NSString
    case .data(let data): data as NSData
    case .number(let number): NSNumber(value: number)
    case .date(let date): date as NSDate
    case .accessControl(let control): SecAccessControl(control)
    }
}

/// A payload out of an object, which must be bytes.
func secret(_ object: Any) throws(KeychainError) -> SecretBuffer {
    guard let data = object as? Data else {
        throw refusal(.invalidParameter, "the payload is not Data")
    }
    // Not copyBytes(to:), which traps on empty data.
    return SecretBuffer(count: data.count) { room in
        data.withUnsafeBytes { room.copyMemory(from: $0) }
    }
}

/// A payload as bytes of the caller's own.
func data(_ secret: SecretBuffer) -> Data {
    secret.withUnsafeBytes { Data($0) }
}
