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

    package func write(to writer: inout SecretEncoder) {
        switch self {
        case .touch: writer.integer(UInt8(1))
        case .devices(let devices):
            writer.integer(UInt8(2))
            let devices = devices.prefix(Self.mostDevices)
            writer.integer(UInt8(devices.count))
            for device in devices {
                writer.sized(Array(device.name.utf8))
                writer.sized(Array(device.product.utf8))
                writer.integer(device.abilities?.rawValue ?? Self.unknown)
            }
        case .enrolled(let credential, let secret):
            writer.integer(UInt8(3))
            writer.sized(credential)
            writer.raw(secret)
        case .derived(let index, let secret):
            writer.integer(UInt8(4))
            writer.integer(UInt8(clamping: index))
            writer.raw(secret)
        case .failed(let failure):
            writer.integer(UInt8(5))
            writer.integer(failure.cause.rawValue)
            writer.integer(failure.detail)
        }
    }

    package init(_ reader: inout ByteReader) throws(KeychainError) {
        switch try reader.integer(UInt8.self) {
        case 1: self = .touch
        case 2:
            var devices: [FIDO2Device] = []
            for _ in 0..<(try reader.fido2Count(Self.mostDevices)) {
                let name = try reader.fido2Text()
                let product = try reader.fido2Text()
                let number = try reader.integer(UInt8.self)
                let abilities = number == Self.unknown ? nil : FIDO2Abilities(rawValue: number)
                try reader.fido2Require(abilities == nil || number <= 3)
                devices.append(
                    FIDO2Device(name: name, product: product, abilities: abilities)
                )
            }
            self = .devices(devices)
        case 3:
            let credential = try reader.fido2Credential()
            self = .enrolled(credential: credential, secret: try reader.fido2Secret())
        case 4:
            let index = try reader.fido2Count(FIDO2Request.mostCandidates - 1)
            self = .derived(index, secret: try reader.fido2Secret())
        case 5:
            guard let cause = FIDO2Failure.Cause(rawValue: try reader.integer()) else {
                throw KeychainError(.corrupt)
            }
            self = .failed(FIDO2Failure(cause, detail: try reader.integer()))
        default: throw KeychainError(.corrupt)
        }
    }
}
