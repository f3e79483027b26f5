package import PortableKeychain

/// A value in a message of the bus, of the types that the Secret Service uses.
package indirect enum BusValue: Sendable {
    /// A text, `s`.
    case text(String)
    /// The path of an object, `o`.
    case path(String)
    /// A truth value, `b`.
    case flag(Bool)
    /// A number, `t`.
    case number(UInt64)
    /// A number of 32 bits, `u`: the bus itself uses them.
    case whole(UInt32)
    /// Bytes, `ay`: always treated as a secret.
    case bytes(SecretBytes)
    /// A value with its type, `v`.
    case variant(BusValue)
    /// An array of values that all have this signature.
    case list(of: String, [BusValue])
    /// One entry of a dictionary, which is an array of entries.
    case entry(BusValue, BusValue)
    /// A structure.
    case group([BusValue])
    /// A value of another type, which nothing here reads.
    case other(String)

    /// The type in D-Bus's letters.
    package var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .flag: "b"
        case .number: "t"
        case .whole: "u"
        case .bytes: "ay"
        case .variant: "v"
        case .list(let element, _): "a" + element
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        case .group(let parts): "(" + parts.map(\.signature).joined() + ")"
        case .other(let signature): signature
        }
    }
}

extension BusValue {
    /// The most bytes that it takes in a message, with what makes each part begin at a multiple of eight.
    var size: Int {
        switch self {
        case .text(let text), .path(let text): text.utf8.count + 16
        case .bytes(let bytes): bytes.count + 16
        case .variant(let value): value.size + 16
        case .list(_, let parts), .group(let parts): parts.reduce(16) { $0 + $1.size }
        case .entry(let key, let value): key.size + value.size + 8
        case .flag, .number, .whole, .other: 16
        }
    }

    /// No object.
    static let nothing = BusValue.path("/")

    /// A list of paths.
    static func paths(_ paths: [String]) -> BusValue { .list(of: "o", paths.map { .path($0) }) }

    /// Names with values of any type.
    static func properties(_ values: [(String, BusValue)]) -> BusValue {
        .list(of: "{sv}", values.map { .entry(.text($0.0), .variant($0.1)) })
    }

    /// A dictionary of texts, sorted.
    static func texts(_ values: SearchAttributes) -> BusValue {
        .list(of: "{ss}", values.map { .entry(.text($0.key), .text($0.value)) })
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var path: String? { if case .path(let path) = self { path } else { nil } }
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    var bytes: SecretBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var number: UInt64? { if case .number(let number) = self { number } else { nil } }
    package var whole: UInt32? { if case .whole(let number) = self { number } else { nil } }
    package var inner: BusValue? { if case .variant(let value) = self { value } else { nil } }
    package var elements: [BusValue]? {
        if case .list(_, let elements) = self { elements } else { nil }
    }

    /// The paths of a list; `nil` for anything else.
    var paths: [String]? {
        guard case .list("o", let elements) = self else { return nil }
        return elements.compactMap(\.path)
    }

    /// A dictionary of texts; of two equal names, the last one counts.
    var texts: SearchAttributes? {
        guard case .list("{ss}", let elements) = self else { return nil }
        return SearchAttributes(
            elements.compactMap { element in
                guard case .entry(.text(let name), .text(let value)) = element else { return nil }
                return (name, value)
            }
        )
    }

    /// Names with values of any type.
    var properties: [String: BusValue]? {
        guard case .list("{sv}", let elements) = self else { return nil }
        var result: [String: BusValue] = [:]
        for case .entry(.text(let name), .variant(let value)) in elements { result[name] = value }
        return result
    }
}
