#if TPM && os(Linux)
    internal import CKeychainTSS2
    internal import KeychainLibC
    internal import PortableKeychain

    extension TPMSession {
        // TPMA_NV: used with its authorization, whose wrong values lock nothing out; a counter.
        private static let attributes: TPMA_NV = 0x0204_0014
        private static let written: TPMA_NV = 0x2000_0000
        private static let size: UInt16 = 8

        /// Makes a counter, or finds the one with the same authorization.
        func makeCounter(authorization: SecretBytes) throws(KeychainError) -> TPMCounter {
            for index in TPMCounter.places(authorization) {
                let counter = try TPMCounter(index: index, parent: parentName)
                do throws(KeychainError) {
                    if let handle = try open(counter) {
                        _ = try count(handle, atLeast: 0, authorization)
                    } else {
                        try define(counter, authorization)
                        _ = try count(counter, atLeast: 0, authorization: authorization)
                    }
                    return counter
                } catch {
                    // Something of others is there.
                    if [.authenticationFailed, .corrupt].contains(error.code) { continue }
                    throw error
                }
            }
            throw TPMFailure.unusable
        }

        /// Raises a counter to at least the given value, and returns its value.
        func count(
            _ counter: TPMCounter,
            atLeast least: UInt64,
            authorization: SecretBytes
        ) throws(KeychainError) -> UInt64 {
            guard let handle = try open(counter) else { throw TPMFailure.counterIsGone }
            return try count(handle, atLeast: least, authorization)
        }

        private func count(
            _ handle: borrowing TPMHandle,
            atLeast least: UInt64,
            _ authorization: SecretBytes
        ) throws(KeychainError) -> UInt64 {
            guard let authorization = TPMCoding.authorization(authorization) else {
                throw TPMFailure.unusable
            }
            try authorize(handle.value, with: authorization)
            // One that was made right before a crash has no value yet.
            if try !hasValue(handle) { try increment(handle) }
            var value = try read(handle)
            guard least <= value || least - value <= 8 else {
                throw KeychainError(.invalidParameter)
            }
            while value < least {
                try increment(handle)
                value = try read(handle)
            }
            return value
        }

        /// Removes a counter, if it is there.
        func remove(_ counter: TPMCounter) throws(KeychainError) {
            guard let handle = try open(counter) else { return }
            let (esys, none, value) = (connection.esys, connection.none, handle.value)
            try connection.run(.defining) {
                Esys_NV_UndefineSpace(esys, Self.owner, value, main.value, none, none)
            }
        }

        private func define(
            _ counter: TPMCounter,
            _ authorization: SecretBytes
        ) throws(KeychainError) {
            guard let authorization = TPMCoding.authorization(authorization) else { return }
            var secret = TPMCoding.value(authorization)
            defer { withUnsafeMutableBytes(of: &secret) { SecretBytes.zero($0) } }
            var place = TPM2B_NV_PUBLIC()
            place.nvPublic.nvIndex = counter.index
            place.nvPublic.nameAlg = 0x000B
            place.nvPublic.attributes = Self.attributes
            place.nvPublic.dataSize = Self.size
            let (esys, none) = (connection.esys, connection.none)
            var value: ESYS_TR = 0
            try connection.run(.defining) {
                Esys_NV_DefineSpace(
                    esys,
                    Self.owner,
                    main.value,
                    none,
                    none,
                    &secret,
                    &place,
                    &value
                )
            }
            _ = TPMHandle(connection, value, isPersistent: true)
        }

        /// Finds a counter, and refuses any other object in its place: the library computes its
        /// name from the object that is there, and the chip answers only to the right one.
        ///
        /// - Returns: `nil` if nothing is there.
        private func open(_ counter: TPMCounter) throws(KeychainError) -> TPMHandle? {
            let (esys, none) = (connection.esys, connection.none)
            var value: ESYS_TR = 0
            let code = Esys_TR_FromTPMPublic(esys, counter.index, none, none, none, &value)
            if TPMFailure(code).isOfNothing { return nil }
            try connection.run { code }
            let handle = TPMHandle(connection, value, isPersistent: true)
            let place = try place(of: handle)
            guard place.nvIndex == counter.index, place.nameAlg == 0x000B,
                place.attributes & ~Self.written == Self.attributes, place.authPolicy.size == 0,
                place.dataSize == Self.size
            else { throw TPMBlob.damaged }
            return handle
        }

        private func hasValue(_ handle: borrowing TPMHandle) throws(KeychainError) -> Bool {
            try place(of: handle).attributes & Self.written != 0
        }

        private func place(
            of handle: borrowing TPMHandle
        ) throws(KeychainError) -> TPMS_NV_PUBLIC {
            let (esys, none, value) = (connection.esys, connection.none, handle.value)
            return try connection.made { place in
                Esys_NV_ReadPublic(esys, value, none, none, none, &place, nil)
            } _: { (place: UnsafeMutablePointer<TPM2B_NV_PUBLIC>) throws(KeychainError) in
                place.pointee.nvPublic
            }
        }

        private func read(_ handle: borrowing TPMHandle) throws(KeychainError) -> UInt64 {
            let (esys, none, value) = (connection.esys, connection.none, handle.value)
            return try connection.made { data in
                Esys_NV_Read(esys, value, value, main.value, none, none, Self.size, 0, &data)
            } _: { (data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>) throws(KeychainError) in
                guard data.pointee.size == Self.size else { throw TPMFailure.unusable }
                return withUnsafeBytes(of: &data.pointee.buffer) {
                    $0.prefix(Int(Self.size)).reduce(0) { $0 << 8 | UInt64($1) }
                }
            }
        }

        /// Adds one, and waits where the chip spares its memory (TPM_RC_NV_RATE).
        private func increment(_ handle: borrowing TPMHandle) throws(KeychainError) {
            let (esys, none, value) = (connection.esys, connection.none, handle.value)
            let session = main.value
            var attempts = 100
            try connection.run {
                while true {
                    let code = Esys_NV_Increment(esys, value, value, session, none, none)
                    guard code & 0xFFF == 0x920, attempts > 0 else { return code }
                    attempts -= 1
                    usleep(100_000)
                }
            }
        }
    }
#endif
