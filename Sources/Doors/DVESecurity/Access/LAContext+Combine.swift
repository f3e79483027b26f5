#if canImport(Combine)
    public import AppleVocabulary
    public import Combine

    extension LAContext {
        /// Asks the user for the proofs that a protection demands, once for each subscriber.
        ///
        /// - Parameters:
        ///   - accessControl: The protection.
        ///   - operation: The operation that the access control must allow.
        ///   - localizedReason: The reason, for the user.
        /// - Returns: A publisher that ends with one value, or with the failure.
        public func evaluateAccessControlPublisher(
            for accessControl: Keychain.AccessControl,
            operation: LAAccessControlOperation,
            localizedReason: String
        ) -> AnyPublisher<Void, any Error> {
            Deferred {
                Future { promise in
                    // A promise may be kept from any thread; Combine does not say so to the
                    // compiler.
                    nonisolated(unsafe) let promise = promise
                    self.evaluateAccessControl(
                        accessControl,
                        operation: operation,
                        localizedReason: localizedReason
                    ) { promise($0) }
                }
            }.eraseToAnyPublisher()
        }
    }
#endif
