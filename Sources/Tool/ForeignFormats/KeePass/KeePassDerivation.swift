internal import ForeignCrypto
internal import PortableKeychain

/// The stretching of passphrases, as the header of a database states it.
enum KeePassDerivation {
    /// Reads the parameters, before any work.
    ///
    /// - Throws: ``FormatProblem`` for other ways, and for more work than ``FormatLimits`` allows.
    static func stretching(_ map: VariantMap) throws(FormatProblem) -> PasswordStretching {
        guard let identifier = map.bytes("$UUID") else { throw VariantMap.malformed }
        switch identifier {
        case KeePassIdentifier.argon2d: return .argon2(try argon2(.argon2d, map))
        case KeePassIdentifier.argon2id: return .argon2(try argon2(.argon2id, map))
        case _ where KeePassIdentifier.aesStretching.contains(identifier):
            guard let rounds = map.number("R"), let seed = map.bytes("S") else {
                throw VariantMap.malformed
            }
            return try aes(rounds: rounds, seed: seed)
        default: throw KDBXHeader.unsupported("protected by an unknown key derivation")
        }
    }

    /// Whether the work is more than a quarter of the limits: it can take minutes, which the user
    /// is warned of.
    static func isCostly(_ stretching: PasswordStretching) -> Bool {
        switch stretching {
        case .argon2(let argon2):
            UInt64(argon2.kibibytes) * UInt64(argon2.passes) > FormatLimits.argonWork / 1024 / 4
        case .aes(_, let rounds): rounds > FormatLimits.aesRounds / 4
        }
    }

    /// Rounds of AES, which KDBX 3.1 always has.
    static func aes(rounds: UInt64, seed: [UInt8]) throws(FormatProblem) -> PasswordStretching {
        guard rounds > 0, seed.count == 32 else { throw VariantMap.malformed }
        guard rounds <= FormatLimits.aesRounds else {
            throw tooMuch("\(FormatLimits.aesRounds) rounds of AES")
        }
        return .aes(seed: seed, rounds: Int(rounds))
    }

    private static func argon2(
        _ kind: PasswordStretching.Argon2.Kind,
        _ map: VariantMap
    ) throws(FormatProblem) -> PasswordStretching.Argon2 {
        guard map.bytes("K") == nil, map.bytes("A") == nil else {
            throw KDBXHeader.unsupported("protected by Argon2 with a secret of its own")
        }
        guard let salt = map.bytes("S"), (8...64).contains(salt.count), let lanes = map.number("P"),
            lanes > 0, let memory = map.number("M"), let passes = map.number("I"), passes > 0,
            let number = map.number("V"),
            let version = PasswordStretching.Argon2.Version(rawValue: UInt32(clamping: number)),
            // RFC 9106, 3.1: at least eight kibibytes for each lane.
            memory / 8192 >= lanes
        else { throw VariantMap.malformed }
        guard lanes <= FormatLimits.argonLanes else {
            throw tooMuch("\(FormatLimits.argonLanes) lanes of Argon2")
        }
        guard memory <= FormatLimits.argonMemory else {
            throw tooMuch("\(FormatLimits.argonMemory >> 20) megabytes for Argon2")
        }
        guard passes <= FormatLimits.argonWork / memory else {
            throw tooMuch(
                "\(FormatLimits.argonWork >> 30) gigabytes in all passes of Argon2 together"
            )
        }
        return PasswordStretching.Argon2(
            kind,
            version: version,
            passes: UInt32(clamping: passes),
            kibibytes: UInt32(clamping: memory / 1024),
            lanes: UInt32(clamping: lanes),
            salt: salt
        )
    }

    private static func tooMuch(_ limit: String) -> FormatProblem {
        FormatProblem(
            "opening the database takes more than \(limit), which is the limit",
            advice: "lower the work in its encryption settings, or export it as XML and import that"
        )
    }
}
