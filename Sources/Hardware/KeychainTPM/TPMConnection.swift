#if TPM && os(Linux)
    internal import CKeychainTSS2
    internal import KeychainLibC
    internal import PortableKeychain

    /// A connection to a chip, open while one call is made.
    ///
    /// A class, because what it holds in the chip refers to it, and must leave the chip before it is
    /// closed.
    final class TPMConnection {
        let esys: OpaquePointer
        private let transport: OpaquePointer

        /// Without it, the library writes messages of its own to standard error.
        private static let silence: Void = { setenv("TSS2_LOG", "all+NONE", 0) }()

        /// Opens a chip.
        ///
        /// - Throws: ``KeychainError/Code/notAvailable`` when it cannot be reached.
        init(_ interface: String) throws(KeychainError) {
            _ = Self.silence
            var transport: OpaquePointer?
            guard Tss2_TctiLdr_Initialize(interface, &transport) == 0, let transport else {
                throw TPMFailure.unreachable(interface)
            }
            var esys: OpaquePointer?
            guard Esys_Initialize(&esys, transport, nil) == 0, let esys else {
                var closing: OpaquePointer? = transport
                Tss2_TctiLdr_Finalize(&closing)
                throw TPMFailure.unreachable(interface)
            }
            self.transport = transport
            self.esys = esys
        }

        deinit {
            var esys: OpaquePointer? = esys
            Esys_Finalize(&esys)
            var transport: OpaquePointer? = transport
            Tss2_TctiLdr_Finalize(&transport)
        }

        /// Calls the library.
        ///
        /// - Parameters:
        ///   - step: The step that gives a refusal its meaning.
        ///   - call: Returns the library's response code.
        /// - Throws: ``KeychainError`` for a response code that is not 0.
        func run(
            _ step: TPMFailure.Step = .other,
            _ call: () -> TSS2_RC
        ) throws(KeychainError) {
            let code = call()
            guard code != 0 else { return }
            throw TPMFailure(code).error(in: step) { self.guessing }
        }

        /// Calls the library for something that it allocates, and releases that afterwards.
        func made<Value, Result>(
            _ step: TPMFailure.Step = .other,
            _ call: (inout UnsafeMutablePointer<Value>?) -> TSS2_RC,
            _ use: (UnsafeMutablePointer<Value>) throws(KeychainError) -> Result
        ) throws(KeychainError) -> Result {
            var pointer: UnsafeMutablePointer<Value>?
            try run(step) { call(&pointer) }
            guard let pointer else { throw TPMFailure.unusable }
            defer {
                // It may have been a secret.
                SecretBytes.zero(
                    UnsafeMutableRawBufferPointer(
                        start: pointer,
                        count: MemoryLayout<Value>.size
                    )
                )
                Esys_Free(pointer)
            }
            return try use(pointer)
        }

        /// The chip's rules for counting wrong PINs; `nil` if it does not say so.
        var guessing: TPMGuessing? {
            var more: TPMI_YES_NO = 0
            let counter: UInt32 = 0x20E  // TPM_PT_LOCKOUT_COUNTER, and the three after it.
            return try? made(.other) { data in
                Esys_GetCapability(esys, none, none, none, 6, counter, 4, &more, &data)
            } _: { (data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>) throws(KeychainError) in
                var values: [UInt32: UInt32] = [:]
                let count = Int(data.pointee.data.tpmProperties.count)
                withUnsafeBytes(of: &data.pointee.data.tpmProperties.tpmProperty) { list in
                    for property in list.bindMemory(to: TPMS_TAGGED_PROPERTY.self).prefix(count) {
                        values[property.property] = property.value
                    }
                }
                guard let wrong = values[counter], let limit = values[counter + 1],
                    let seconds = values[counter + 2]
                else { throw TPMFailure.unusable }
                return TPMGuessing(wrong: wrong, limit: limit, secondsForEach: seconds)
            }
        }

        /// No session, or no object: ESYS_TR_NONE.
        let none: ESYS_TR = 0xFFF
    }

    /// An object or session in the chip, which is removed from it on release: it has room for three
    /// objects and three sessions.
    struct TPMHandle: ~Copyable {
        let connection: TPMConnection
        let value: ESYS_TR
        /// Whether it is in the chip for good, as a storage root key may be.
        var isPersistent = false

        init(_ connection: TPMConnection, _ value: ESYS_TR, isPersistent: Bool = false) {
            self.connection = connection
            self.value = value
            self.isPersistent = isPersistent
        }

        deinit {
            if isPersistent {
                var value = value
                Esys_TR_Close(connection.esys, &value)
            } else {
                Esys_FlushContext(connection.esys, value)
            }
        }
    }
#endif
