/// The part of CBOR (RFC 8949) that security keys speak, for an authenticator in software.
indirect enum CBOR: Equatable {
    case unsigned(UInt64)
    /// -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// In the order that CTAP 2.1, 8 wants.
    case map([Pair])
    case bool(Bool)

    struct Pair: Equatable {
        let key: CBOR
        let value: CBOR
    }

    static func integer(_ value: Int) -> CBOR {
        value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
    }

    static func numbered(_ pairs: KeyValuePairs<Int, CBOR?>) -> CBOR {
        .map(pairs.compactMap { key, value in value.map { Pair(key: .integer(key), value: $0) } })
    }

    static func words(_ pairs: KeyValuePairs<String, CBOR>) -> CBOR {
        .map(pairs.map { Pair(key: .text($0), value: $1) })
    }

    subscript(_ key: Int) -> CBOR? { self[.integer(key)] }
    subscript(_ key: String) -> CBOR? { self[.text(key)] }

    private subscript(_ key: CBOR) -> CBOR? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == key }?.value
    }

    var data: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    var number: Int? {
        guard case .unsigned(let value) = self else { return nil }
        return Int(exactly: value)
    }

    var flag: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    var items: [CBOR] {
        guard case .array(let items) = self else { return [] }
        return items
    }

    var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(0, value)
        case .negative(let value): Self.head(1, value)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items):
            Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let pairs):
            Self.head(5, UInt64(pairs.count))
                + pairs.flatMap { $0.key.encoded + $0.value.encoded }
        case .bool(let value): [value ? 0xF5 : 0xF4]
        }
    }

    private static func head(_ major: UInt8, _ value: UInt64) -> [UInt8] {
        let top = major << 5
        switch value {
        case ..<24: return [top | UInt8(value)]
        case ..<256: return [top | 24, UInt8(value)]
        case ..<65_536: return [top | 25, UInt8(value >> 8), UInt8(value & 0xFF)]
        default:
            return [top | 26] + (0..<4).reversed().map { UInt8(value >> (8 * $0) & 0xFF) }
        }
    }

    /// Reads one value that fills all bytes.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let value = Self.read(&rest), rest.isEmpty else { return nil }
        self = value
    }

    private static func read(_ rest: inout ArraySlice<UInt8>) -> CBOR? {
        guard let first = rest.popFirst() else { return nil }
        if first == 0xF4 || first == 0xF5 { return .bool(first == 0xF5) }
        guard let value = argument(first & 0x1F, &rest) else { return nil }
        let count = Int(clamping: value)
        switch first >> 5 {
        case 0: return .unsigned(value)
        case 1: return .negative(value)
        case 2: return take(count, &rest).map { .bytes(Array($0)) }
        case 3: return take(count, &rest).map { .text(String(decoding: $0, as: UTF8.self)) }
        case 4:
            guard count <= rest.count else { return nil }
            let items = (0..<count).compactMap { _ in read(&rest) }
            return items.count == count ? .array(items) : nil
        case 5:
            guard count <= rest.count else { return nil }
            let pairs = (0..<count).compactMap { _ -> Pair? in
                guard let key = read(&rest), let value = read(&rest) else { return nil }
                return Pair(key: key, value: value)
            }
            return pairs.count == count ? .map(pairs) : nil
        default: return nil
        }
    }

    private static func argument(_ short: UInt8, _ rest: inout ArraySlice<UInt8>) -> UInt64? {
        if short < 24 { return UInt64(short) }
        guard (24...27).contains(short), let bytes = take(1 << Int(short - 24), &rest) else {
            return nil
        }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
