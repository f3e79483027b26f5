#if Configuration
    public import Configuration

    /// A stored secret is not of the type that was asked for.
    ///
    /// The error does not contain it.
    public struct KeychainValueError: Error, Equatable, CustomStringConvertible {
        /// The account of the item.
        public let account: String
        /// The type that was asked for.
        public let type: ConfigType

        /// The problem, in one sentence.
        public var description: String {
            "The secret of the account '\(account)' cannot be read as \(type.rawValue)."
        }
    }
#endif
