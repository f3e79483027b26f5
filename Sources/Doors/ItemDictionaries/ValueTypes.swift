package import Foundation
@_spi(Keepers) package import PortableKeychain

// The conversion of a dictionary's objects into values. NSDictionary hands out bridged Swift values
// where it can, so each type is recognised in either form by one cast. Truth values need care:
// `as? Bool` also accepts the number 1, which the grammar distinguishes from `true`.

/// A refusal, with the code of the specification.
package func refusal(_ code: KeychainError.Code, _ reason: String = "") -> KeychainError {
    KeychainError(code, reason: reason)
}

/// The text in an object.
///
/// Texts are objects here, and a cast of one to `String` takes three times as long, because it looks
/// for a bridge first.
package func text(_ object: Any) -> String? {
    if let text = object as? NSString { text as String } else { object as? String }
}

/// The truth value in an object that is one, as opposed to a number.
package func boolean(_ object: Any) -> Bool? {
    guard let number = object as? NSNumber, number.isBoolean else { return nil }
    return number.boolValue
}

/// The whole number in an object; `nil` for fractions and truth values.
package func integer(_ object: Any) -> Int64? {
    guard let number = object as? NSNumber, !number.isBoolean else { return nil }
    return Int64(exactly: number)
}

/// The value of an attribute; fails for types that the attribute does not accept in any class.
func attributeValue(
    _ object: Any,
    of key: AttributeKey
) throws(KeychainError) -> AttributeValue {
    // In the order of their frequency; no object is of two of these types.
    if let string = text(object) { return .string(string) }
    if let number = object as? NSNumber {
        guard !number.isBoolean || key.acceptsTruthValues else {
            throw refusal(.invalidParameter, "an attribute of text or bytes is a Boolean")
        }
        return .number(number.int64Value)
    }
    if let data = object as? Data { return .data(data) }
    if let date = object as? Date { return .date(date) }
    if let value = (object as? any AccessControlHolder)?.accessControl {
        return .accessControl(value)
    }
    throw refusal(.invalidParameter, "an attribute has a value of a type that none takes")
}

/// A payload out of an object, which must be bytes.
package func secret(_ object: Any) throws(KeychainError) -> SecretBytes {
    guard let data = object as? Data else {
        throw refusal(.invalidParameter, "the payload is not Data")
    }
    return SecretBytes(copying: data)
}

/// A payload as bytes of the caller's own.
package func data(_ secret: SecretBytes) -> NSData {
    secret.withUnsafeBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
}
