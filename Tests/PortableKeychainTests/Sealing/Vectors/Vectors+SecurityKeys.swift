@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// The parameters of a slot of a security key (vault-format.md §5.2).
    static func securityKeys() -> [Vector] {
        let source = VectorSource(seed: 52)
        func vector(_ name: String, _ length: Int, pin: Bool, _ comment: String) -> Vector {
            let credential = source.entropy.bytes(length)
            return Vector.good(
                name,
                "fido2",
                section: "5.2",
                must: ["M15"],
                comment,
                [("gives-credential", credential.hex), ("gives-pin", pin ? "1" : "0")],
                FIDO2Candidate(credential: credential, salt: [], requiresPIN: pin).parameters
            )
        }
        let good = vector("fido2", 64, pin: false, "a security key that asks for a touch")
        func bad(_ name: String, _ comment: String, _ change: (inout [UInt8]) -> Void) -> Vector {
            good.bad(name, "notAvailable", must: ["M15"], comment, change)
        }
        return [
            good, vector("fido2-pin", 1, pin: true, "one that asks for its PIN, short identifier"),
            vector("fido2-longest", 1000, pin: true, "the longest identifier"),
            bad("flag", "a PIN that is neither 0 nor 1") { $0[0] = 2 },
            bad("flag-all", "all bits of the flag") { $0[0] = 255 },
            bad("empty", "an identifier of no bytes") { $0 = [0, 0, 0, 0, 0] },
            bad("too-long", "an identifier of 1,001 bytes") {
                $0 = [0, 0, 0, 3, 0xE9] + [UInt8](repeating: 1, count: 1001)
            },
            bad("length-huge", "a length of 4 GiB") {
                $0.replaceSubrange(1..<5, with: [255, 255, 255, 255])
            },
            bad("length-less", "a length that is one too small") { $0[4] -= 1 },
            bad("length-more", "a length that is one too large") { $0[4] += 1 },
            bad("short", "the last byte is missing") { $0.removeLast() },
            bad("long", "one byte more") { $0.append(0) },
            bad("only-flag", "no identifier") { $0 = [0] },
            bad("nothing", "no parameters") { $0 = [] },
        ]
    }
}

extension Judge {
    static func securityKey(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let slot = AccessSlot(
            kind: .securityKey,
            salt: [UInt8](repeating: 0, count: 32),
            parameters: vector.bytes
        )
        guard let candidate = FIDO2Candidate(slot) else { throw KeychainError(.notAvailable) }
        return [
            "gives-credential": candidate.credential.hex,
            "gives-pin": candidate.requiresPIN ? "1" : "0",
        ]
    }
}
