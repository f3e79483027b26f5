@_spi(Keepers) package import PortableKeychain

/// An item whose whole content follows from two numbers, so that any process can check it.
package struct ProofItem: Hashable, Sendable {
    /// The number of the item: even ones are generic passwords, odd ones internet passwords.
    package var number: Int
    /// The version of the content: label and secret of a version belong together.
    package var version: Int

    /// Makes an item.
    package init(_ number: Int, version: Int) {
        self.number = number
        self.version = version
    }

    package static func itemClass(_ number: Int) -> ItemClass {
        number.isMultiple(of: 2) ? .genericPassword : .internetPassword
    }

    package static func account(_ number: Int) -> String { "account \(number)" }

    /// Items of one class differ in this too; items of both classes have it, under two names.
    package static func place(_ number: Int) -> (AttributeKey, String) {
        (number.isMultiple(of: 2) ? .service : .server, "place \(number)")
    }

    package var label: String { "version \(version)" }

    /// Every eighth version is long enough to need pages of its own.
    package var secret: [UInt8] {
        let seed = UInt64(truncatingIfNeeded: number) << 32 ^ UInt64(truncatingIfNeeded: version)
        var random = SeededRandom(seed: seed)
        let count = version % 8 == 7 ? 20_000 : version * 7 % 100
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// An item of an answer, which must be exactly as it was stored.
    ///
    /// - Throws: ``Mixture`` when its parts do not belong together.
    package init(_ found: ItemAnswer.Item) throws {
        guard case .string(let account) = found.attributes?[.account],
            case .string(let label) = found.attributes?[.label],
            let number = Int(account.dropFirst("account ".count)),
            let version = Int(label.dropFirst("version ".count)),
            found.itemClass == Self.itemClass(number)
        else { throw Mixture() }
        self.init(number, version: version)
        guard found.secret?.withUnsafeBytes({ Array($0) }) == secret else { throw Mixture() }
    }

    /// Parts of different items or versions came together in one answer.
    package struct Mixture: Error {
        package init() {}
    }
}

extension SecretBytes {
    /// The bytes of the secret.
    package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
