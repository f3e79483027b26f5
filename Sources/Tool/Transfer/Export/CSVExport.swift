internal import ForeignFormats
internal import KeychainctlKit
@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// An export of passwords in the CSV format of Apple Passwords, which most other programs read.
package struct CSVExport {
    /// The file.
    package var file: SecretBytes { SecretText.joined(pieces) }

    private var pieces = [SecretText.Piece.text("Title,URL,Username,Password,Notes,OTPAuth\r\n")]
    /// The number of items that a CSV cannot contain: keys, certificates, and secrets that are not
    /// text.
    package private(set) var omitted = 0
    /// The number of invisible items, which only the program that stored them can use.
    package private(set) var hidden = 0

    /// Creates an export.
    ///
    /// Secrets of one-time passwords are written to the line of their login,
    /// where `import` reads them.
    package init(_ all: [BackupItem]) {
        let items = all.filter {
            !ListedItem(itemClass: $0.itemClass, attributes: $0.attributes).isInvisible
        }
        hidden = all.count - items.count
        let suffix = ": \(ForeignEntry.oneTimePassword)"
        let isPassword: (BackupItem) -> Bool = {
            [.genericPassword, .internetPassword].contains($0.itemClass)
        }
        // Of bytes: names that differ in their Unicode form are names of two logins.
        func key(_ name: String, _ account: String) -> [[UInt8]] {
            [Array(name.utf8), Array(account.utf8)]
        }
        var codes: [[[UInt8]]: SecretBytes] = [:]
        for item in items where isPassword(item) {
            let place = ItemPlace(item)
            guard place.service.hasSuffix(suffix), let code = place.secret else { continue }
            codes[key(String(place.service.dropLast(suffix.count)), place.account)] = code
        }
        let places = items.filter(isPassword).map(ItemPlace.init)
        let logins = Set(places.map { key($0.name, $0.account) })
        omitted = items.count - places.count
        for place in places {
            guard let secret = place.secret else {
                omitted += 1
                continue
            }
            if place.service.hasSuffix(suffix),
                logins.contains(key(String(place.service.dropLast(suffix.count)), place.account))
            {
                continue
            }
            let names = [Formula.defused(place.title), place.address, place.account]
            let code = codes[key(place.name, place.account)]
            pieces += [.text(names.map(Self.quoted).joined(separator: ",") + ",")]
            pieces += [.secret(Self.quoted(secret))]
            pieces += [.text("," + Self.quoted(Formula.defused(place.comment)) + ",")]
            pieces += [code.map { .secret(Self.quoted($0)) } ?? .text("\"\""), .text("\r\n")]
        }
    }

    private static func quoted(_ field: String) -> String {
        "\"" + field.replacing(sign: "\"", with: "\"\"") + "\""
    }

    private static func quoted(_ secret: SecretBytes) -> SecretBytes {
        let quote = UInt8(ascii: "\"")
        var writer = SecretWriter(capacity: secret.count + 2)
        writer.append(quote)
        secret.withUnsafeBytes { bytes in
            for byte in bytes {
                if byte == quote { writer.append(quote) }
                writer.append(byte)
            }
        }
        writer.append(quote)
        return writer.secret
    }
}
