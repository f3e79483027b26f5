extension KeyScheme {
    /// Takes a name apart; `nil` when Apple has no such algorithm.
    init?(_ algorithm: KeyAlgorithm) {
        let parts = algorithm.rawValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == "algid" else { return nil }
        let rest = parts.dropFirst(3)
        let scheme: KeyScheme? =
            switch (parts[1], parts[2]) {
            case ("sign", "RSA"): Self.rsaSignature(rest)
            case ("sign", "ECDSA"): Self.ecdsa(rest)
            case ("encrypt", "RSA"): Self.rsaEncryption(rest)
            case ("encrypt", "ECIES"): Self.ecies(rest)
            case ("keyexchange", "ECDH"), ("keyexchange", "ECDHC"): Self.keyExchange(rest)
            default: Self.plain[algorithm.rawValue]
            }
        guard let scheme else { return nil }
        self = scheme
    }

    /// Names without variants.
    private static let plain: [String: KeyScheme] = [
        "algid:sign:EdDSA:message-Curve25519:SHA512": .ed25519,
        "algid:sign:EdDSA:message-Curve448:SHAKE256": .ed448,
        "algid:sign:ML-DSA:message": .mlDSA,
        "algid:kem:ML-KEM": .mlKEM,
        "algid:kem:kyber": .kyber,
    ]

    /// `raw`, `digest-PKCS1v15[:H]`, `message-PKCS1v15:H`, `digest-PSS:H:H:L`, `message-PSS:H:H:L`.
    private static func rsaSignature(_ parts: ArraySlice<Substring>) -> KeyScheme? {
        let hashes = parts.dropFirst().map { KeyHash(rawValue: String($0)) }
        switch (parts.first, hashes.count) {
        case ("raw", 0): return .rsaSignature(.none, .digest, nil)
        case ("digest-PKCS1v15", 0): return .rsaSignature(.pkcs1, .digest, nil)
        case ("digest-PKCS1v15", 1), ("message-PKCS1v15", 1):
            guard let hash = hashes[0] else { return nil }
            return .rsaSignature(.pkcs1, input(parts.first), hash)
        case ("digest-PSS", 3), ("message-PSS", 3):
            guard let hash = hashes[0], hashes[1] == hash else { return nil }
            // Apple's names of the two algorithms with SHA-224 say 24, and mean 28.
            guard parts.last == "\(hash.length)" || (hash == .sha224 && parts.last == "24") else {
                return nil
            }
            return .rsaSignature(.pss, input(parts.first), hash)
        default: return nil
        }
    }

    /// `RFC4754`, `digest-RFC4754[:H]`, `message-RFC4754:H`, and the same with `X962`.
    private static func ecdsa(_ parts: ArraySlice<Substring>) -> KeyScheme? {
        guard let name = parts.first, parts.count <= 2 else { return nil }
        // The old name, from before the names distinguished digests from messages.
        if name == "RFC4754" { return parts.count == 1 ? .ecdsa(.rfc4754, .digest, nil) : nil }
        let encodings: [Substring: SignatureEncoding] = [
            "digest-RFC4754": .rfc4754, "message-RFC4754": .rfc4754,
            "digest-X962": .x962, "message-X962": .x962,
        ]
        guard let encoding = encodings[name] else { return nil }
        guard parts.count == 2 else {
            return input(name) == .digest ? .ecdsa(encoding, .digest, nil) : nil
        }
        return parts.last.flatMap { KeyHash(rawValue: String($0)) }
            .map { .ecdsa(encoding, input(name), $0) }
    }

    private static func input(_ name: Substring?) -> Input {
        name?.hasPrefix("digest") == true ? .digest : .message
    }

    /// `raw`, `PKCS1`, `OAEP:H`, `OAEP:H:AESGCM`.
    private static func rsaEncryption(_ parts: ArraySlice<Substring>) -> KeyScheme? {
        let parts = Array(parts)
        switch (parts.first, parts.count) {
        case ("raw", 1): return .rsaEncryption(.none, sealing: false)
        case ("PKCS1", 1): return .rsaEncryption(.pkcs1, sealing: false)
        case ("OAEP", 2), ("OAEP", 3):
            guard let hash = KeyHash(rawValue: String(parts[1])),
                parts.count == 2 || parts[2] == "AESGCM"
            else { return nil }
            return .rsaEncryption(.oaep(hash), sealing: parts.count == 3)
        default: return nil
        }
    }

    /// `ECDH:KDFX963:H:AESGCM[-KDFIV]`, and the same with `ECDHC`.
    private static func ecies(_ parts: ArraySlice<Substring>) -> KeyScheme? {
        let parts = Array(parts)
        guard parts.count == 4, ["ECDH", "ECDHC"].contains(parts[0]), parts[1] == "KDFX963",
            let hash = KeyHash(rawValue: String(parts[2]))
        else { return nil }
        switch parts[3] {
        case "AESGCM": return .ecies(hash, derivesNonce: false)
        case "AESGCM-KDFIV" where hash != .sha1: return .ecies(hash, derivesNonce: true)
        default: return nil
        }
    }

    /// The empty text, or `KDFX963:H`.
    private static func keyExchange(_ parts: ArraySlice<Substring>) -> KeyScheme? {
        if parts.isEmpty { return .keyExchange(.plain) }
        guard parts.count == 2, parts.first == "KDFX963" else { return nil }
        return parts.last.flatMap { KeyHash(rawValue: String($0)) }
            .map { .keyExchange(.derived($0)) }
    }
}
