public import Foundation

extension KeychainManager {
    /// The reason why a value was not saved, found, changed or deleted.
    public enum KeychainError: Error, Equatable, LocalizedError {
        /// The value is too large, or the item has none.
        case invalidData
        /// There is no such item.
        case itemNotFound
        /// There is such an item already.
        case duplicateItem
        /// An attribute says something else than the class, the key or the value.
        case incorrectAttributeForClass
        /// Any other error, by the number of `SecCopyErrorMessageString`.
        case unexpected(OSStatus)

        init(_ status: OSStatus) {
            self =
                switch status {
                case errSecItemNotFound: .itemNotFound
                case errSecDataTooLarge: .invalidData
                case errSecDuplicateItem: .duplicateItem
                default: .unexpected(status)
                }
        }

        /// A short description of the problem.
        public var localizedDescription: String {
            switch self {
            case .invalidData: "Invalid data"
            case .itemNotFound: "Item not found"
            case .duplicateItem: "Duplicate Item"
            case .incorrectAttributeForClass: "Incorrect Attribute for Class"
            case .unexpected(let status): "Unexpected error - \(status)"
            }
        }

        /// The same words, for code that sees any error.
        public var errorDescription: String? { localizedDescription }
    }
}
