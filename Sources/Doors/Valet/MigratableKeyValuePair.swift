public import Foundation

/// A key and its value on their way into a valet.
public struct MigratableKeyValuePair<Key: Hashable>: Hashable {
    /// The key.
    public let key: Key
    /// The value.
    public let value: Data

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    public init(key: Key, value: Data) {
        self.key = key
        self.value = value
    }

    /// Creates a pair whose value is text.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The text, which is stored in UTF-8.
    public init(key: Key, value: String) {
        self.init(key: key, value: Data(value.utf8))
    }
}

extension MigratableKeyValuePair: Sendable where Key: Sendable {}
