internal import PortableKeychain

/// The content that a ``SoftwareToken`` encrypts into a blob.
struct SoftwareTokenObject {
    enum Kind: UInt8 { case sealed = 1, key }

    let kind: Kind
    /// The registers that must have these values.
    let registers: [(UInt8, UInt8)]
    /// The PIN, or the authorization of a key.
    let authorization: SecretBytes?
    let content: SecretBytes

    init(
        kind: Kind,
        registers: [(UInt8, UInt8)],
        authorization: SecretBytes?,
        content: SecretBytes
    ) {
        self.kind = kind
        self.registers = registers
        self.authorization = authorization
        self.content = content
    }

    /// u8 kind ‖ u8 number of registers ‖ (u8 register ‖ u8 value) … ‖ u8 length ‖ authorization ‖
    /// content; no authorization is of length 0.
    var bytes: SecretBytes {
        let head =
            [kind.rawValue, UInt8(registers.count)] + registers.flatMap { [$0.0, $0.1] }
            + [UInt8(authorization?.count ?? 0)]
        let parts = [authorization, content].compactMap { $0 }
        let count = parts.reduce(head.count) { $0 + $1.count }
        return SecretBytes(count: count) { room in
            room.copyBytes(from: head)
            var place = head.count
            for part in parts {
                part.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: room[place...]).copyMemory(from: $0)
                }
                place += part.count
            }
        }
    }

    init?(_ bytes: SecretBytes) {
        let read = bytes.withUnsafeBytes { bytes -> Self? in
            guard bytes.count > 2, let kind = Kind(rawValue: bytes[0]) else { return nil }
            let registersEnd = 2 + 2 * Int(bytes[1])
            guard bytes.count > registersEnd else { return nil }
            let end = registersEnd + 1 + Int(bytes[registersEnd])
            guard bytes.count > end else { return nil }
            return Self(
                kind: kind,
                registers: stride(from: 2, to: registersEnd, by: 2).map {
                    (bytes[$0], bytes[$0 + 1])
                },
                authorization: end == registersEnd + 1
                    ? nil : SecretBytes(bytes[(registersEnd + 1)..<end]),
                content: SecretBytes(bytes[end...])
            )
        }
        guard let read else { return nil }
        self = read
    }
}
