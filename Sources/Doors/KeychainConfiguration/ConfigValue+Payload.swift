#if Configuration
    internal import Configuration
    internal import PortableKeychain
    internal import KeychainEssentials

    extension ConfigValue {
        /// Reads a payload as the type that is asked for.
        ///
        /// Words for truth and the commas of arrays are those of the library's own provider for
        /// environment variables, so that a value can move from there into a keychain.
        init(_ payload: SecretBytes, _ type: ConfigType, of account: String) throws {
            guard let content = ConfigContent(payload, type) else {
                throw KeychainValueError(account: account, type: type)
            }
            self.init(content, isSecret: true)
        }
    }

    extension ConfigContent {
        fileprivate init?(_ payload: SecretBytes, _ type: ConfigType) {
            if type == .bytes {
                self = .bytes(payload.withUnsafeBytes { [UInt8]($0) })
                return
            }
            guard let text = payload.string() else { return nil }
            let content: ConfigContent? =
                switch type {
                case .string: .string(text)
                case .int: Int(text).map(Self.int)
                case .double: Double(text).map(Self.double)
                case .bool: Self.truth(text).map(Self.bool)
                case .bytes: nil
                case .stringArray: .stringArray(Self.elements(text))
                case .intArray: Self.all(text) { Int($0) }.map(Self.intArray)
                case .doubleArray: Self.all(text) { Double($0) }.map(Self.doubleArray)
                case .boolArray: Self.all(text, Self.truth).map(Self.boolArray)
                case .byteChunkArray: Self.all(text, Self.chunk).map(Self.byteChunkArray)
                }
            guard let content else { return nil }
            self = content
        }

        private static func truth(_ text: String) -> Bool? {
            switch text.lowercased() {
            case "yes", "1": true
            case "no", "0": false
            case let word: Bool(word)
            }
        }

        private static func chunk(_ text: String) -> [UInt8]? {
            Data(base64Encoded: text).map { [UInt8]($0) }
        }

        private static func elements(_ text: String) -> [String] {
            text.split(separator: ",", omittingEmptySubsequences: false).map { element in
                let start = element.drop(while: \.isWhitespace)
                return String(
                    start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count)
                )
            }
        }

        private static func all<Element>(
            _ text: String,
            _ read: (String) -> Element?
        ) -> [Element]? {
            var result: [Element] = []
            for element in elements(text) {
                guard let value = read(element) else { return nil }
                result.append(value)
            }
            return result
        }
    }
#endif
