/// The name of a unit of systemd that runs processes, such as `web.service` (systemd.unit(5)).
package struct UnitName: Hashable, Sendable {
    /// The whole name: `web.service` and `web.socket` are two units.
    package let text: String

    private static let longest = 255
    private static let kinds = [".service", ".socket", ".mount", ".swap"]
    private static let punctuation = Set(#":_.\@-"#.utf8)

    /// Reads a name; `nil` if no unit can have it.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.longest,
            bytes.allSatisfy({ Self.isLetter($0) || Self.punctuation.contains($0) })
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard Self.kinds.contains(where: { text.hasSuffix($0) && text.count > $0.count }) else {
            return nil
        }
        self.text = text
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }
}
