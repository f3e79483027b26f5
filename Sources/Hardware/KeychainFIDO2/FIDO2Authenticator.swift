#if FIDO2 && os(Linux)
    internal import CKeychainFIDO2
    internal import PortableKeychain

    /// An open connection to a security key.
    ///
    /// A class, because it owns the connection and closes it in `deinit`. Used by one thread, except
    /// for ``cancel()``.
    final class FIDO2Authenticator: @unchecked Sendable {
        // Sendable: the pointer does not change, and `cancel` sends one report, which a device
        // accepts at any time (CTAP 2.1, 11.2.9.1.5).
        private let device: OpaquePointer

        /// The relying party of all credentials of keychains, which the security key never shows.
        static let relyingParty = "portable-keychain"
        /// The bytes that a security key signs with each answer.
        ///
        /// The signature is not verified: that the derived secret opens the keychain is the proof.
        private static let challenge = [UInt8](repeating: 0, count: 32)
        /// The time, in milliseconds, for steps that do not wait for a person.
        private static let shortPatience: Int32 = 5_000

        init(_ name: String, in source: FIDO2Source) throws(FIDO2Failure) {
            // No older protocol, which cannot derive secrets; this holds for the thread. A variable of
            // the environment (FIDO_DEBUG) would still print all that is exchanged.
            fido_init(FIDO_DISABLE_U2F_FALLBACK)
            fido_set_log_handler { _ in }
            guard let device = fido_dev_new() else { throw FIDO2Failure(.other) }
            self.device = device
            if var functions = source.functions { fido_dev_set_io_functions(device, &functions) }
            fido_dev_set_timeout(device, Self.shortPatience)
            let status = fido_dev_open(device, name)
            guard status == FIDO_OK else {
                throw status == FIDO_ERR_INTERNAL
                    ? FIDO2Failure(.unreachable) : FIDO2Failure(status: status)
            }
        }

        deinit {
            fido_dev_close(device)
            var device: OpaquePointer? = device
            fido_dev_free(&device)
        }

        /// The abilities that it states.
        func abilities() throws(FIDO2Failure) -> FIDO2Abilities {
            guard fido_dev_is_fido2(device) else { return [] }
            var abilities: FIDO2Abilities = fido_dev_has_pin(device) ? .hasPIN : []
            try withInformation { info in
                let names = fido_cbor_info_extensions_ptr(info)
                for index in 0..<fido_cbor_info_extensions_len(info) {
                    guard let name = names?[index] else { continue }
                    if String(cString: name) == "hmac-secret" { abilities.insert(.derivesSecrets) }
                }
            }
            return abilities
        }

        /// Whether it makes credentials without its PIN although it has one (CTAP 2.1,
        /// `makeCredUvNotRqd`).
        func makesCredentialsWithoutPIN() throws(FIDO2Failure) -> Bool {
            var isSaid = false
            try withInformation { info in
                let names = fido_cbor_info_options_name_ptr(info)
                let values = fido_cbor_info_options_value_ptr(info)
                for index in 0..<fido_cbor_info_options_len(info) {
                    guard let name = names?[index], let value = values?[index] else { continue }
                    if String(cString: name) == "makeCredUvNotRqd" { isSaid = value }
                }
            }
            return isSaid
        }

        private func withInformation(_ body: (OpaquePointer) -> Void) throws(FIDO2Failure) {
            guard var info = fido_cbor_info_new() else { throw FIDO2Failure(.other) }
            defer { withUnsafeMutablePointer(to: &info) { Self.free($0, fido_cbor_info_free) } }
            try check(fido_dev_get_cbor_info(device, info))
            body(info)
        }

        /// Whether it made a credential; `nil` if it does not tell without a touch.
        func holds(_ credential: [UInt8]) throws(FIDO2Failure) -> Bool? {
            let status = try assertion { assertion in
                fido_assert_allow_cred(assertion, credential, credential.count)
                fido_assert_set_up(assertion, FIDO_OPT_FALSE)
                return fido_dev_get_assert(device, assertion, nil)
            }
            switch status {
            case FIDO_OK: return true
            case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: return false
            case FIDO_ERR_TX, FIDO_ERR_RX: throw FIDO2Failure(.lost)
            default: return nil
            }
        }

        /// Makes a credential, which stays only in the caller's memory.
        ///
        /// - Parameters:
        ///   - user: Random bytes, so that the credential replaces no other one.
        ///   - known: The credentials of which the security key must have none.
        ///   - pin: The PIN, if it wants one for this.
        ///   - patience: The time, in milliseconds, that the user has.
        /// - Returns: The identifier of the credential, which is not secret.
        /// - Throws: ``FIDO2Failure``.
        func makeCredential(
            user: [UInt8],
            besides known: [[UInt8]],
            pin: SecretBytes?,
            within patience: Int32
        ) throws(FIDO2Failure) -> [UInt8] {
            guard var credential = fido_cred_new() else { throw FIDO2Failure(.other) }
            defer { withUnsafeMutablePointer(to: &credential) { Self.free($0, fido_cred_free) } }
            let name = Self.relyingParty
            try check(fido_cred_set_type(credential, COSE_ES256))
            try check(fido_cred_set_rp(credential, name, name))
            try check(fido_cred_set_user(credential, user, user.count, name, name, nil))
            try check(
                fido_cred_set_clientdata_hash(credential, Self.challenge, Self.challenge.count)
            )
            try check(fido_cred_set_extensions(credential, FIDO_EXT_HMAC_SECRET))
            for other in known { try check(fido_cred_exclude(credential, other, other.count)) }
            try asking(pin, within: patience) { fido_dev_make_cred(device, credential, $0) }
            let count = fido_cred_id_len(credential)
            guard let bytes = fido_cred_id_ptr(credential),
                1...FIDO2Request.longestCredential ~= count
            else { throw FIDO2Failure(.lost) }
            return Array(UnsafeBufferPointer(start: bytes, count: count))
        }

        /// Derives the secret of a credential and a salt, after a touch.
        func secret(
            of credential: [UInt8],
            salt: [UInt8],
            pin: SecretBytes?,
            within patience: Int32
        ) throws(FIDO2Failure) -> SecretBytes {
            var secret: SecretBytes?
            var failure: FIDO2Failure?
            _ = try assertion { assertion in
                fido_assert_allow_cred(assertion, credential, credential.count)
                fido_assert_set_extensions(assertion, FIDO_EXT_HMAC_SECRET)
                fido_assert_set_hmac_salt(assertion, salt, salt.count)
                do throws(FIDO2Failure) {
                    try asking(pin, within: patience) { fido_dev_get_assert(device, assertion, $0) }
                } catch { failure = error }
                let length = fido_assert_hmac_secret_len(assertion, 0)
                if length == FIDO2Request.secretLength,
                    let bytes = fido_assert_hmac_secret_ptr(assertion, 0)
                {
                    secret = SecretBytes(UnsafeBufferPointer(start: bytes, count: length))
                }
                return FIDO_OK
            }
            if let failure { throw failure }
            // Without the extension, it answers and gives no secret.
            guard let secret else { throw FIDO2Failure(.noHMACSecret) }
            return secret
        }

        /// Makes it stop waiting for a touch; from any thread.
        func cancel() { fido_dev_cancel(device) }

        private func assertion(
            _ body: (OpaquePointer) throws(FIDO2Failure) -> Int32
        ) throws(FIDO2Failure) -> Int32 {
            // libfido2 zeroes the contents, also the secret, when it frees it.
            guard var assertion = fido_assert_new() else { throw FIDO2Failure(.other) }
            defer { withUnsafeMutablePointer(to: &assertion) { Self.free($0, fido_assert_free) } }
            try check(fido_assert_set_rp(assertion, Self.relyingParty))
            try check(
                fido_assert_set_clientdata_hash(assertion, Self.challenge, Self.challenge.count)
            )
            return try body(assertion)
        }

        /// Makes a call for which a person touches the security key.
        private func asking(
            _ pin: SecretBytes?,
            within patience: Int32,
            _ call: (UnsafePointer<CChar>?) -> Int32
        ) throws(FIDO2Failure) {
            fido_dev_set_timeout(device, patience)
            defer { fido_dev_set_timeout(device, Self.shortPatience) }
            let start = ContinuousClock.now
            let status = try Self.withText(pin, call)
            if status == FIDO_ERR_RX, ContinuousClock.now - start >= .milliseconds(patience - 100) {
                // It would continue to blink, and answer a request that has ended.
                cancel()
                throw FIDO2Failure(.noTouch)
            }
            guard status == FIDO_ERR_PIN_INVALID else { return try check(status) }
            var tries: Int32 = -1
            let counted = fido_dev_get_retry_count(device, &tries) == FIDO_OK
            let detail = counted ? UInt8(exactly: tries) : nil
            throw FIDO2Failure(.wrongPIN, detail: detail ?? FIDO2Failure.unknown)
        }

        /// Lends a PIN as text that ends with a zero, and overwrites it.
        private static func withText(
            _ pin: SecretBytes?,
            _ body: (UnsafePointer<CChar>?) -> Int32
        ) throws(FIDO2Failure) -> Int32 {
            guard let pin else { return body(nil) }
            let hasZero = pin.withUnsafeBytes { $0.contains(0) }
            guard !hasZero, pin.count <= FIDO2Request.longestPIN else {
                throw FIDO2Failure(.malformed)
            }
            let text = SecretBytes(count: pin.count + 1) { room in
                pin.withUnsafeBytes { room.copyMemory(from: $0) }
            }
            return text.withUnsafeBytes {
                body($0.baseAddress?.assumingMemoryBound(to: CChar.self))
            }
        }

        private func check(_ status: Int32) throws(FIDO2Failure) {
            guard status == FIDO_OK else { throw FIDO2Failure(status: status) }
        }

        private static func free(
            _ value: UnsafeMutablePointer<OpaquePointer>,
            _ function: (UnsafeMutablePointer<OpaquePointer?>?) -> Void
        ) {
            var value: OpaquePointer? = value.pointee
            function(&value)
        }
    }

    extension FIDO2Failure {
        /// The failure that a number of libfido2 means.
        init(status: Int32) {
            let cause: Cause =
                switch status {
                case FIDO_ERR_PIN_INVALID: .wrongPIN
                case FIDO_ERR_PIN_AUTH_BLOCKED: .pinPaused
                case FIDO_ERR_PIN_BLOCKED, FIDO_ERR_UV_BLOCKED: .pinBlocked
                case FIDO_ERR_PIN_NOT_SET: .pinNotSet
                case FIDO_ERR_PIN_REQUIRED, FIDO_ERR_UV_INVALID: .pinRequired
                case FIDO_ERR_PIN_AUTH_INVALID: .wrongPIN
                case FIDO_ERR_UNSUPPORTED_EXTENSION: .noHMACSecret
                case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: .otherDevice
                case FIDO_ERR_ACTION_TIMEOUT, FIDO_ERR_USER_ACTION_TIMEOUT: .noTouch
                case FIDO_ERR_OPERATION_DENIED, FIDO_ERR_KEEPALIVE_CANCEL, FIDO_ERR_NOT_ALLOWED:
                    .declined
                case FIDO_ERR_CREDENTIAL_EXCLUDED: .enrolledAlready
                case FIDO_ERR_TX, FIDO_ERR_RX, FIDO_ERR_RX_NOT_CBOR, FIDO_ERR_RX_INVALID_CBOR,
                    FIDO_ERR_TIMEOUT, FIDO_ERR_CHANNEL_BUSY, FIDO_ERR_INVALID_CHANNEL,
                    FIDO_ERR_INVALID_SEQ:
                    .lost
                default: .other
                }
            let detail = cause == .other ? UInt8(exactly: status) : nil
            self.init(cause, detail: detail ?? Self.unknown)
        }
    }
#endif
