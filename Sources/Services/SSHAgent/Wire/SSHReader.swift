/// Reads values in SSH's encoding (RFC 4251, 5), and refuses incomplete ones.
struct SSHReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() throws(SSHRefusal) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .malformed }
        return byte
    }

    mutating func number() throws(SSHRefusal) -> UInt32 {
        try take(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Bytes preceded by their length.
    mutating func string() throws(SSHRefusal) -> ArraySlice<UInt8> {
        try take(Int(try number()))
    }

    /// A string that must be UTF-8.
    mutating func text() throws(SSHRefusal) -> String {
        guard let text = String(validating: try string(), as: UTF8.self) else { throw .malformed }
        return text
    }

    /// A number of any length, 0 or more (`mpint`): big-endian without leading zeroes.
    mutating func natural() throws(SSHRefusal) -> ArraySlice<UInt8> {
        let bytes = try string()
        guard bytes.first.map({ $0 & 0x80 == 0 }) ?? true else { throw .malformed }
        return bytes.drop { $0 == 0 }
    }

    /// Refuses left-over bytes.
    func finish() throws(SSHRefusal) {
        guard rest.isEmpty else { throw .malformed }
    }

    /// Skips the bytes that were not read.
    mutating func skip() { rest = [] }

    private mutating func take(_ count: Int) throws(SSHRefusal) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .malformed }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// The reasons for which bytes are refused.
enum SSHRefusal: Error {
    /// The bytes do not have the expected format.
    case malformed
    /// The bytes request an unsupported feature.
    case unsupported
    /// The bytes add a key under a condition that is not supported, such as only for some hosts.
    case condition
}
