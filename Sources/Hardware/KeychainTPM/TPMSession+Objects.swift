#if TPM && os(Linux)
    internal import CKeychainTSS2
    internal import PortableKeychain

    extension TPMSession {
        /// Makes an object under the parent.
        func create(
            _ kind: TPMBlob.Kind,
            registers: [UInt8] = [],
            secret: SecretBytes? = nil,
            authorization: SecretBytes?
        ) throws(KeychainError) -> TPMBlob {
            let policy =
                try registers.isEmpty
                ? [] : policyDigest(registers, pin: kind == .secretWithPIN)
            let template = TPMTemplate(kind, hasPolicy: !registers.isEmpty)
            var wanted = try TPMCoding.publicPart(template.creation(policy: policy))
            var (outside, selection) = (TPM2B_DATA(), TPML_PCR_SELECTION())
            var sensitive = TPM2B_SENSITIVE_CREATE()
            defer { withUnsafeMutableBytes(of: &sensitive) { SecretBytes.zero($0) } }
            if let value = TPMCoding.authorization(authorization) {
                sensitive.sensitive.userAuth = TPMCoding.value(value)
            }
            if let secret {
                sensitive.sensitive.data.size = UInt16(secret.count)
                withUnsafeMutableBytes(of: &sensitive.sensitive.data.buffer) { room in
                    secret.withUnsafeBytes { room.copyMemory(from: $0) }
                }
            }
            let (esys, none) = (connection.esys, connection.none)
            var publicPart: UnsafeMutablePointer<TPM2B_PUBLIC>?
            defer { Esys_Free(publicPart) }
            let privatePart = try connection.made { privatePart in
                Esys_Create(
                    esys,
                    parent.value,
                    main.value,
                    none,
                    none,
                    &sensitive,
                    &wanted,
                    &outside,
                    &selection,
                    &privatePart,
                    &publicPart,
                    nil,
                    nil,
                    nil
                )
            } _: { (part: UnsafeMutablePointer<TPM2B_PRIVATE>) throws(KeychainError) in
                TPMCoding.bytes(&part.pointee)
            }
            guard let publicPart else { throw TPMFailure.unusable }
            return try TPMBlob(
                kind: kind,
                registers: registers,
                parent: parentName,
                publicPart: try TPMCoding.bytes(&publicPart.pointee),
                privatePart: privatePart
            )
        }

        /// Loads an object, ready to be used with an authorization.
        func load(
            _ blob: TPMBlob,
            authorization: SecretBytes?
        ) throws(KeychainError) -> TPMHandle {
            var publicPart = try TPMCoding.publicPart(blob.publicPart)
            var privatePart = TPMCoding.privatePart(blob.privatePart)
            var value: ESYS_TR = 0
            let (esys, none) = (connection.esys, connection.none)
            try connection.run(.loading) {
                Esys_Load(
                    esys,
                    parent.value,
                    main.value,
                    none,
                    none,
                    &privatePart,
                    &publicPart,
                    &value
                )
            }
            let handle = TPMHandle(connection, value)
            guard let authorization = TPMCoding.authorization(authorization) else { return handle }
            try authorize(value, with: authorization)
            return handle
        }

        /// Gives the library the authorization of an object or counter.
        func authorize(_ value: ESYS_TR, with authorization: SecretBytes) throws(KeychainError) {
            var secret = TPMCoding.value(authorization)
            defer { withUnsafeMutableBytes(of: &secret) { SecretBytes.zero($0) } }
            let esys = connection.esys
            try connection.run { Esys_TR_SetAuth(esys, value, &secret) }
        }

        /// Opens a sealed secret.
        func unseal(_ blob: TPMBlob, pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
            let object = try load(blob, authorization: pin)
            guard !blob.registers.isEmpty else { return try unseal(object, in: main.value) }
            let policy = try policy(blob)
            return try unseal(object, in: policy.value)
        }

        private func unseal(
            _ object: borrowing TPMHandle,
            in session: ESYS_TR
        ) throws(KeychainError) -> SecretBytes {
            let (esys, none, value) = (connection.esys, connection.none, object.value)
            return try connection.made { data in
                Esys_Unseal(esys, value, session, none, none, &data)
            } _: { (data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>) throws(KeychainError) in
                let count = Int(data.pointee.size)
                return withUnsafeBytes(of: &data.pointee.buffer) { bytes in
                    SecretBytes(count: count) { $0.copyBytes(from: bytes.prefix(count)) }
                }
            }
        }

        /// Signs 32 bytes.
        func sign(
            _ digest: [UInt8],
            _ blob: TPMBlob,
            authorization: SecretBytes?
        ) throws(KeychainError) -> (r: SecretBytes, s: SecretBytes) {
            let key = try load(blob, authorization: authorization)
            let (esys, none, value) = (connection.esys, connection.none, key.value)
            var (message, scheme) = (TPM2B_DIGEST(), TPMT_SIG_SCHEME())
            message.size = UInt16(digest.count)
            withUnsafeMutableBytes(of: &message.buffer) { $0.copyBytes(from: digest) }
            scheme.scheme = 0x0018  // ECDSA
            scheme.details.ecdsa.hashAlg = 0x000B
            var ticket = TPMT_TK_HASHCHECK()
            ticket.tag = 0x8024
            ticket.hierarchy = 0x4000_0007  // None: the chip did not hash it.
            return try connection.made { signature in
                Esys_Sign(
                    esys,
                    value,
                    main.value,
                    none,
                    none,
                    &message,
                    &scheme,
                    &ticket,
                    &signature
                )
            } _: { (made: UnsafeMutablePointer<TPMT_SIGNATURE>) throws(KeychainError) in
                (
                    try TPMCoding.padded(&made.pointee.signature.ecdsa.signatureR),
                    try TPMCoding.padded(&made.pointee.signature.ecdsa.signatureS)
                )
            }
        }

        /// The x coordinate of a point times the key.
        func agree(
            _ point: [UInt8],
            _ blob: TPMBlob,
            authorization: SecretBytes?
        ) throws(KeychainError) -> SecretBytes {
            let key = try load(blob, authorization: authorization)
            let (esys, none, value) = (connection.esys, connection.none, key.value)
            var other = TPM2B_ECC_POINT()
            other.point.x = TPMCoding.coordinate(point[1..<33])
            other.point.y = TPMCoding.coordinate(point[33...])
            return try connection.made(.agreeing) { shared in
                Esys_ECDH_ZGen(esys, value, main.value, none, none, &other, &shared)
            } _: { (shared: UnsafeMutablePointer<TPM2B_ECC_POINT>) throws(KeychainError) in
                try TPMCoding.padded(&shared.pointee.point.x)
            }
        }
    }
#endif
