import Foundation

/// The little of DER that keys and signatures need.
enum DER {
    static func sequence(_ content: Data) -> Data { element(0x30, content) }

    /// A number of any length, most significant byte first.
    static func integer(_ number: Data) -> Data {
        let digits = Data(number.drop { $0 == 0 })
        // A leading one bit would be a sign.
        return element(0x02, (digits.first ?? 0x80) & 0x80 == 0 ? digits : Data([0]) + digits)
    }

    /// The two numbers of a sequence, both `size` bytes long.
    static func pair(_ bytes: Data, size: Int) -> (Data, Data)? {
        var rest = bytes
        guard var content = read(0x30, &rest), rest.isEmpty,
            let first = read(0x02, &content), let second = read(0x02, &content), content.isEmpty
        else { return nil }
        return (padded(first, size), padded(second, size))
    }

    private static func element(_ tag: UInt8, _ content: Data) -> Data {
        let count = content.count
        guard count > 127 else { return Data([tag, UInt8(count)]) + content }
        let digits = withUnsafeBytes(of: count.bigEndian) { Data($0.drop { $0 == 0 }) }
        return Data([tag, 0x80 | UInt8(digits.count)]) + digits + content
    }

    /// Takes a short element from the front.
    private static func read(_ tag: UInt8, _ bytes: inout Data) -> Data? {
        let start = Array(bytes.prefix(2))
        guard start.count == 2, start[0] == tag, start[1] < 128, bytes.count >= 2 + Int(start[1])
        else { return nil }
        let content = Data(bytes.dropFirst(2).prefix(Int(start[1])))
        bytes = Data(bytes.dropFirst(2 + Int(start[1])))
        return content
    }

    private static func padded(_ number: Data, _ size: Int) -> Data {
        let digits = number.drop { $0 == 0 }
        return Data(repeating: 0, count: max(0, size - digits.count)) + digits
    }
}
