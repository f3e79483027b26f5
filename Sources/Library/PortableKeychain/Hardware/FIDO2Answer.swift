/// An answer of `keychain-fido2`.
///
/// It is another program, and so not trusted: an answer with any byte that is not expected is
/// refused.
package enum FIDO2Answer {
    /// Comes before another answer: the security key waits for the person's touch.
    case touch
    /// The security keys that are connected.
    case devices([FIDO2Device])
    /// A new credential, and the secret that was derived with it.
    case enrolled(credential: [UInt8], secret: SecretBytes)
    /// The secret of one of the candidates, counted from 0.
    case derived(Int, secret: SecretBytes)
    /// The request failed.
    case failed(FIDO2Failure)

    /// The largest number of devices in an answer.
    package static let mostDevices = 16
}

/// A security key that is connected.
package struct FIDO2Device: Equatable, Sendable {
    /// The name by which the system knows it, such as `/dev/hidraw3`.
    package var name: String
    /// The name that its maker gave it.
    package var product: String
    /// The abilities of the device; `nil` if it could not be opened.
    package var abilities: FIDO2Abilities?

    package init(name: String, product: String, abilities: FIDO2Abilities?) {
        self.name = name
        self.product = product
        self.abilities = abilities
    }
}

/// The abilities of a security key.
package struct FIDO2Abilities: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The key derives secrets (the extension `hmac-secret`), which a keychain needs.
    package static let derivesSecrets = Self(rawValue: 1)
    /// The key has a PIN.
    package static let hasPIN = Self(rawValue: 2)
}

extension FIDO2Answer: FIDO2Message {
    package static let malformed = FIDO2Failure.Cause.unspeakable
    /// In place of abilities that are not known.
    private static let unknown: UInt8 = 0xFF

    package var written: HelperWriter {
        switch self {
        case .touch: return HelperWriter(1)
        case .devices(let devices):
            var writer = HelperWriter(2)
            for device in devices.prefix(Self.mostDevices) {
                writer.add(device.name)
                writer.add(device.product)
                writer.add(device.abilities?.rawValue ?? Self.unknown)
            }
            return writer
        case .enrolled(let credential, let secret):
            var writer = HelperWriter(3)
            writer.add(credential)
            writer.add(secret)
            return writer
        case .derived(let index, let secret):
            var writer = HelperWriter(4)
            writer.add(UInt8(clamping: index))
            writer.add(secret)
            return writer
        case .failed(let failure):
            var writer = HelperWriter(5)
            writer.add(failure.cause.rawValue)
            writer.add(failure.detail)
            return writer
        }
    }

    package init(_ word: UInt8, _ reader: inout HelperReader) throws(KeychainError) {
        switch word {
        case 1: self = .touch
        case 2:
            self = .devices(
                try reader.many(atMost: Self.mostDevices) { reader throws(KeychainError) in
                    let name = try reader.text(atMost: FIDO2Request.longestName)
                    let product = try reader.text(atMost: FIDO2Request.longestName)
                    let number = try reader.number(UInt8.self)
                    guard number <= 3 || number == Self.unknown else {
                        throw KeychainError(.corrupt)
                    }
                    let abilities =
                        number == Self.unknown ? nil : FIDO2Abilities(rawValue: number)
                    return FIDO2Device(name: name, product: product, abilities: abilities)
                }
            )
        case 3:
            let credential = try reader.fido2Credential()
            self = .enrolled(credential: credential, secret: try reader.fido2Secret())
        case 4:
            let index = Int(try reader.number(UInt8.self))
            guard index < FIDO2Request.mostCandidates else { throw KeychainError(.corrupt) }
            self = .derived(index, secret: try reader.fido2Secret())
        case 5:
            guard let cause = FIDO2Failure.Cause(rawValue: try reader.number()) else {
                throw KeychainError(.corrupt)
            }
            self = .failed(FIDO2Failure(cause, detail: try reader.number()))
        default: throw KeychainError(.corrupt)
        }
    }
}
