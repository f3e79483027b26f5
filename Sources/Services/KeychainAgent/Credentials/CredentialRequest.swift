/// A credential that systemd asks for when it starts a service with `LoadCredential=`
/// (systemd.exec(5)).
///
/// systemd sends nothing: it binds its end of the connection to an abstract address that says what it
/// wants, which is NUL, random digits, `/unit/`, the unit, a slash, and the name of the credential. Any
/// process can bind such an address, so who connects decides whether it is believed.
struct CredentialRequest: Hashable, Sendable {
    /// The unit, such as `web.service`.
    let unit: UnitName
    /// The name of the credential, which is the name of its file.
    let name: String

    private static let longest = 255

    /// Reads the address of the other end of a connection.
    ///
    /// - Parameter address: All bytes of the address after its family.
    init?(address: [UInt8]) {
        guard address.first == 0 else { return nil }
        let words = address.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard words.count == 4, 1...16 ~= words[0].count, words[0].allSatisfy(Self.isDigit),
            words[1].elementsEqual("unit".utf8), let unit = UnitName(words[2]),
            let name = Self.name(words[3])
        else { return nil }
        (self.unit, self.name) = (unit, name)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        // A colon ends a name in 'LoadCredential=', so no name has one.
        guard 1...longest ~= bytes.count,
            bytes.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: ":") }),
            !bytes.elementsEqual(".".utf8), !bytes.elementsEqual("..".utf8)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A hexadecimal digit as systemd writes it.
    private static func isDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x66 ~= byte
    }
}
