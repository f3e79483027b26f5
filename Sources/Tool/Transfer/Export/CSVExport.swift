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
        typealias Login = ExportedLogins.Login
        /// The login to which a one-time code would belong.
        func owner(_ place: ItemPlace) -> Login? {
            guard place.service.hasSuffix(suffix) else { return nil }
            let name = String(place.service.dropLast(suffix.count))
            return Login(name: name, account: place.account)
        }
        var codes: [Login: SecretBytes] = [:]
        for item in items where isPassword(item) {
            let place = ItemPlace(item)
            guard let login = owner(place), let code = place.secret else { continue }
            codes[login] = code
        }
        let places = items.filter(isPassword).map(ItemPlace.init)
        let logins = Set(places.map { Login(name: $0.name, account: $0.account) })
        omitted = items.count - places.count
        for place in places {
            guard let secret = place.secret else {
                omitted += 1
                continue
            }
            if let login = owner(place), logins.contains(login) { continue }
            let names = [Formula.defused(place.title), place.address, place.account]
            let code = codes[Login(name: place.name, account: place.account)]
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
