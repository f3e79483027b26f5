#if TPM && os(Linux)
    internal import CKeychainTSS2
    internal import PortableKeychain

    /// The parent of all objects, and a session for commands on it, which each operation needs
    /// first.
    ///
    /// The session is salted by the parent's public key, so that an attacker that listens or
    /// changes bytes between processor and chip neither reads secrets nor guesses PINs; the
    /// parent's name in each blob shows whether it is the chip's key.
    struct TPMSession: ~Copyable {
        let connection: TPMConnection
        let parent: TPMHandle
        let parentName: [UInt8]
        let main: TPMHandle

        private static let persistentHandle: TPM2_HANDLE = 0x8100_0001
        static let owner: ESYS_TR = 0x101
        private static let password: ESYS_TR = 0x0FF
        private static let sha256: TPMI_ALG_HASH = 0x000B

        /// Opens a session under the storage root key.
        ///
        /// - Parameters:
        ///   - connection: The chip.
        ///   - name: The name of the key that is needed; `nil` for the machine's.
        /// - Throws: ``KeychainError/Code/corrupt`` when this chip has no key of this name.
        init(_ connection: TPMConnection, parent name: [UInt8]? = nil) throws(KeychainError) {
            let root = try Self.root(connection, named: name)
            let rootName = try Self.name(of: root)
            let session = try Self.start(0x00, connection, salt: root.value)
            self.connection = connection
            parent = root
            parentName = rootName
            main = session
        }

        /// A session that satisfies a policy: the registers' values, and the PIN if there is one.
        func policy(_ blob: TPMBlob) throws(KeychainError) -> TPMHandle {
            let session = try Self.start(0x01, connection, salt: parent.value)
            try require(blob.registers, pin: blob.kind == .secretWithPIN, in: session.value)
            return session
        }

        /// The digest of a policy, with the present values of the registers.
        func policyDigest(_ registers: [UInt8], pin: Bool) throws(KeychainError) -> [UInt8] {
            try checkBank(registers)
            let connection = connection
            let trial = try Self.start(0x03, connection, salt: parent.value)
            try require(registers, pin: pin, in: trial.value)
            return try connection.made { digest in
                Esys_PolicyGetDigest(
                    connection.esys,
                    trial.value,
                    main.value,
                    connection.none,
                    connection.none,
                    &digest
                )
            } _: { (digest: UnsafeMutablePointer<TPM2B_DIGEST>) throws(KeychainError) in
                let count = Int(digest.pointee.size)
                return withUnsafeBytes(of: &digest.pointee.buffer) { Array($0.prefix(count)) }
            }
        }

        private func require(
            _ registers: [UInt8],
            pin: Bool,
            in session: ESYS_TR
        ) throws(KeychainError) {
            var selection = Self.selection(registers)
            // The chip takes the present values where none are given.
            var present = TPM2B_DIGEST()
            let (esys, none) = (connection.esys, connection.none)
            try connection.run {
                Esys_PolicyPCR(esys, session, none, none, none, &present, &selection)
            }
            guard pin else { return }
            try connection.run { Esys_PolicyAuthValue(esys, session, none, none, none) }
        }

        /// Refuses registers that the chip does not have: a policy would leave them out silently.
        private func checkBank(_ registers: [UInt8]) throws(KeychainError) {
            let (esys, none) = (connection.esys, connection.none)
            for register in registers {
                var counter: UInt32 = 0
                var values: UnsafeMutablePointer<TPML_DIGEST>?
                var wanted = Self.selection([register])
                defer { Esys_Free(values) }
                let isThere = try connection.made { selection in
                    Esys_PCR_Read(esys, none, none, none, &wanted, &counter, &selection, &values)
                } _: { (found: UnsafeMutablePointer<TPML_PCR_SELECTION>) throws(KeychainError) in
                    var first = found.pointee.pcrSelections.0
                    return found.pointee.count == 1 && first.hash == Self.sha256
                        && withUnsafeBytes(of: &first.pcrSelect) {
                            $0.prefix(3).elementsEqual(TPMBlob.map(of: [register]))
                        }
                }
                guard isThere else {
                    throw KeychainError(
                        .notAvailable,
                        reason: "The TPM has no register (PCR) \(register) of SHA-256."
                    )
                }
            }
        }

        private static func selection(_ registers: [UInt8]) -> TPML_PCR_SELECTION {
            var selection = TPML_PCR_SELECTION()
            selection.count = 1
            selection.pcrSelections.0.hash = sha256
            selection.pcrSelections.0.sizeofSelect = 3
            withUnsafeMutableBytes(of: &selection.pcrSelections.0.pcrSelect) {
                $0.copyBytes(from: TPMBlob.map(of: registers))
            }
            return selection
        }

        private static func start(
            _ kind: TPM2_SE,
            _ connection: TPMConnection,
            salt: ESYS_TR
        ) throws(KeychainError) -> TPMHandle {
            var cipher = TPMT_SYM_DEF()
            cipher.algorithm = 0x0006  // AES-128 in CFB mode
            cipher.keyBits.aes = 128
            cipher.mode.aes = 0x0043
            var session: ESYS_TR = 0
            let none = connection.none
            try connection.run {
                Esys_StartAuthSession(
                    connection.esys,
                    salt,
                    none,
                    none,
                    none,
                    none,
                    nil,
                    kind,
                    &cipher,
                    sha256,
                    &session
                )
            }
            let handle = TPMHandle(connection, session)
            // Both directions encrypted; the session stays, so that it ends in one place.
            try connection.run { Esys_TRSess_SetAttributes(connection.esys, session, 0x61, 0xFF) }
            return handle
        }

        /// The storage root key that the machine keeps in its chip, if it is the standard's.
        private static func persistentRoot(
            _ connection: TPMConnection
        ) throws(KeychainError) -> TPMHandle? {
            var value: ESYS_TR = 0
            let (esys, none) = (connection.esys, connection.none)
            guard Esys_TR_FromTPMPublic(esys, persistentHandle, none, none, none, &value) == 0
            else { return nil }
            let handle = TPMHandle(connection, value, isPersistent: true)
            let part = try connection.made { part in
                Esys_ReadPublic(esys, value, none, none, none, &part, nil, nil)
            } _: { (part: UnsafeMutablePointer<TPM2B_PUBLIC>) throws(KeychainError) in
                try TPMCoding.bytes(&part.pointee)
            }
            guard TPMTemplate.storageRoot.fits(part) else { return nil }
            return handle
        }

        private static func derivedRoot(
            _ connection: TPMConnection
        ) throws(KeychainError) -> TPMHandle {
            var template = try TPMCoding.publicPart(
                TPMTemplate.storageRoot.creation(zeroed: true)
            )
            var (sensitive, outside) = (TPM2B_SENSITIVE_CREATE(), TPM2B_DATA())
            var (registers, value) = (TPML_PCR_SELECTION(), ESYS_TR(0))
            let (esys, none) = (connection.esys, connection.none)
            try connection.run(.deriving) {
                Esys_CreatePrimary(
                    esys,
                    owner,
                    password,
                    none,
                    none,
                    &sensitive,
                    &template,
                    &outside,
                    &registers,
                    &value,
                    nil,
                    nil,
                    nil,
                    nil
                )
            }
            return TPMHandle(connection, value)
        }

        /// The machine's storage root key, or that of a name.
        private static func root(
            _ connection: TPMConnection,
            named name: [UInt8]?
        ) throws(KeychainError) -> TPMHandle {
            if let persistent = try persistentRoot(connection) {
                let found = try self.name(of: persistent)
                if name == nil || name == found { return persistent }
            }
            let derived = try derivedRoot(connection)
            let found = try self.name(of: derived)
            guard name == nil || name == found else { throw TPMFailure.otherChip }
            return derived
        }

        /// The name of a key: the library has compared it with the key's public part.
        private static func name(of key: borrowing TPMHandle) throws(KeychainError) -> [UInt8] {
            let (esys, value) = (key.connection.esys, key.value)
            return try key.connection.made { name in
                Esys_TR_GetName(esys, value, &name)
            } _: { (name: UnsafeMutablePointer<TPM2B_NAME>) throws(KeychainError) in
                let count = Int(name.pointee.size)
                return withUnsafeBytes(of: &name.pointee.name) { Array($0.prefix(count)) }
            }
        }
    }
#endif
