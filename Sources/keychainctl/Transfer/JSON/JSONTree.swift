internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Any JSON (RFC 8259), for files whose members are not all known.
enum JSONTree: Decodable, Equatable {
    case null
    case text(String)
    /// A number or a truth value as text.
    case literal(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// Reads a file.
    ///
    /// - Throws: ``TransferProblem`` for anything but JSON, and for what nests too deeply.
    init(_ bytes: UnsafeRawBufferPointer) throws(TransferProblem) {
        _ = try TransferText.text(bytes)
        guard Self.depth(bytes) <= TransferLimits.depth else {
            throw TransferProblem("the JSON nests more than \(TransferLimits.depth) levels deep")
        }
        // The parser takes no byte order mark.
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(bytes[3...]) : Data(bytes)
        do {
            self = try JSONDecoder().decode(Self.self, from: rest)
        } catch {
            // The parser's own words may hold a part of the file.
            throw TransferProblem("the file is not well-formed JSON")
        }
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            var object: [String: JSONTree] = [:]
            for name in members.allKeys {
                object[name.stringValue] = try members.decode(JSONTree.self, forKey: name)
            }
            self = .object(object)
            return
        }
        if var values = try? decoder.unkeyedContainer() {
            var list: [JSONTree] = []
            while !values.isAtEnd { list.append(try values.decode(JSONTree.self)) }
            self = .list(list)
            return
        }
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .literal(truth ? "true" : "false")
        } else if let number = try? value.decode(Int64.self) {
            self = .literal(String(number))
        } else {
            self = .literal(String(try value.decode(Double.self)))
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// How deep brackets nest outside of strings.
    private static func depth(_ bytes: UnsafeRawBufferPointer) -> Int {
        var depth = 0
        var deepest = 0
        var isQuoted = false
        var isEscaped = false
        for byte in bytes {
            if isQuoted {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isQuoted = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension JSONTree {
    /// A member of an object; `null` where there is none.
    subscript(_ name: String) -> JSONTree {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// The elements of a list; none of anything else.
    var elements: [JSONTree] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// The text of a value that has one; empty for null and for what has parts.
    var string: String {
        switch self {
        case .text(let text), .literal(let text): text
        case .null, .list, .object: ""
        }
    }

    /// Everything in it that has a text, with the names on the way to it.
    func leaves(_ name: String = "") -> [ForeignEntry.Field] {
        switch self {
        case .null: []
        case .text(let text), .literal(let text): [ForeignEntry.Field(name: name, value: text)]
        case .list(let elements):
            elements.enumerated().flatMap { index, element in
                element.leaves(elements.count > 1 ? "\(name) \(index + 1)" : name)
            }
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { key, value in
                value.leaves(name.isEmpty ? key : "\(name) \(key)")
            }
        }
    }

    /// An object without some of its members.
    func without(_ names: Set<String>) -> JSONTree {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.key) })
    }
}
