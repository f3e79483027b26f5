/// Values of DER, put together apart from the code under test.
enum TestDER {
    static let commonName: [UInt8] = [6, 3, 0x55, 4, 3]
    static let organization: [UInt8] = [6, 3, 0x55, 4, 10]

    static func value(_ tag: UInt8, _ text: String) -> [UInt8] { value(tag, Array(text.utf8)) }

    static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<0x80: [tag, UInt8(content.count)] + content
        case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
        case ..<0x10000:
            [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        default:
            [tag, 0x83, UInt8(content.count >> 16), UInt8(content.count >> 8 & 0xFF)]
                + [UInt8(content.count & 0xFF)] + content
        }
    }

    static func sequence(_ values: [[UInt8]]) -> [UInt8] { value(0x30, values.flatMap { $0 }) }

    /// A number of values of one tag in one another, around nothing.
    static func nested(_ tag: UInt8, _ depth: Int) -> [UInt8] {
        // From the inside out, without copying: the lengths first.
        var headers: [[UInt8]] = []
        var length = 0
        for _ in 0..<depth {
            let header = Array(value(tag, Array(repeating: 0, count: length)).dropLast(length))
            headers.append(header)
            length += header.count
        }
        return headers.reversed().flatMap { $0 }
    }
}
