/// CBOR as a relying party reads it, written for the tests from RFC 8949 alone.
///
/// It takes the canonical form of CTAP 2 only: shortest numbers, and keys of maps in their order.
indirect enum ReadCBOR: Equatable {
    case number(Int)
    case bytes([UInt8])
    case text(String)
    case map([Member])

    struct Member: Equatable {
        let key: ReadCBOR
        let value: ReadCBOR
    }

    struct Malformed: Error {}

    /// Reads one value and nothing after it.
    init(whole bytes: [UInt8]) throws {
        var rest = bytes[...]
        self = try Self(&rest)
        guard rest.isEmpty else { throw Malformed() }
    }

    /// Reads the value at the start.
    init(_ rest: inout ArraySlice<UInt8>) throws {
        guard let first = rest.popFirst() else { throw Malformed() }
        let count = try Self.argument(first & 0x1F, &rest)
        switch first >> 5 {
        case 0: self = .number(count)
        case 1: self = .number(-1 - count)
        case 2: self = .bytes(Array(try Self.take(count, &rest)))
        case 3:
            let bytes = try Self.take(count, &rest)
            guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed() }
            self = .text(text)
        case 5:
            var members: [Member] = []
            var former: [UInt8] = []
            for _ in 0..<count {
                let start = rest
                let key = try Self(&rest)
                let written = Array(start.prefix(start.count - rest.count))
                let isInOrder =
                    former.count == written.count
                    ? former.lexicographicallyPrecedes(written) : former.count < written.count
                guard isInOrder else { throw Malformed() }
                former = written
                members.append(Member(key: key, value: try Self(&rest)))
            }
            self = .map(members)
        default: throw Malformed()
        }
    }

    subscript(_ key: String) -> ReadCBOR? { self[.text(key)] }

    subscript(_ key: Int) -> ReadCBOR? { self[.number(key)] }

    private subscript(_ key: ReadCBOR) -> ReadCBOR? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var asBytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    private static func argument(_ mark: UInt8, _ rest: inout ArraySlice<UInt8>) throws -> Int {
        guard mark >= 24 else { return Int(mark) }
        let sizes: [UInt8: (size: Int, least: Int)] = [
            24: (1, 24), 25: (2, 0x100), 26: (4, 0x1_0000),
        ]
        guard let form = sizes[mark] else { throw Malformed() }
        let number = try take(form.size, &rest).reduce(0) { $0 << 8 | Int($1) }
        guard number >= form.least else { throw Malformed() }
        return number
    }

    private static func take(
        _ count: Int,
        _ rest: inout ArraySlice<UInt8>
    ) throws -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
