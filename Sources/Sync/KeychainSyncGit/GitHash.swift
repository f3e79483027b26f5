/// The name of an object of git: 40 or 64 hexadecimal digits.
struct GitHash: Sendable, Equatable {
    let text: String

    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 40 || text.utf8.count == 64,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = String(text)
    }

    /// A name that git wrote as a line.
    init?(_ line: [UInt8]) {
        self.init(String(decoding: line.last == 0x0A ? line.dropLast() : line[...], as: UTF8.self))
    }
}
