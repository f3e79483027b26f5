import Foundation

/// One scenario of the format: the input, and the expected result of a reader (vault-format.md
/// §13).
struct Vector: Sendable, CustomStringConvertible {
    /// The name of the file, without its ending.
    var name: String
    /// The kind of the bytes.
    var kind: String
    /// `accepted`, or the kind of the refusal.
    var expect: String
    var section: String
    /// The sentences that it tests.
    var must: [String]
    var comment: String
    /// The further inputs of a reader, and the expected results (`gives-…`), in the order of the
    /// file.
    var inputs: [(name: String, value: String)]
    var bytes: [UInt8]

    var description: String { name }

    static let accepted = "accepted"

    /// Makes a vector of something that is as it must be.
    static func good(
        _ name: String,
        _ kind: String,
        section: String,
        must: [String] = [],
        _ comment: String,
        _ inputs: [(name: String, value: String)],
        _ bytes: [UInt8]
    ) -> Vector {
        Vector(
            name: name,
            kind: kind,
            expect: accepted,
            section: section,
            must: must,
            comment: comment,
            inputs: inputs,
            bytes: bytes
        )
    }

    /// The same with something wrong.
    func bad(
        _ name: String,
        _ expect: String = "corrupt",
        must: [String],
        _ comment: String,
        with inputs: [String: String] = [:],
        _ change: (inout [UInt8]) -> Void = { _ in }
    ) -> Vector {
        var vector = self
        vector.name = "\(kind)-\(name)"
        vector.expect = expect
        vector.must = must
        vector.comment = comment
        vector.inputs = self.inputs.filter { !$0.name.hasPrefix("gives-") }.map {
            ($0.name, inputs[$0.name] ?? $0.value)
        }
        change(&vector.bytes)
        return vector
    }

    /// The first input of a name.
    func text(_ name: String) -> String? { inputs.first { $0.name == name }?.value }

    func hex(_ name: String) -> [UInt8] { text(name).flatMap { [UInt8](hex: $0) } ?? [] }

    func number(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }

    /// The expected results.
    var gives: [String: String] {
        Dictionary(
            inputs.filter { $0.name.hasPrefix("gives-") }.map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// The file form: lines of a name and a value, an empty line, hexadecimal bytes.
extension Vector {
    var file: String {
        var lines = [
            "kind: \(kind)", "expect: \(expect)", "section: \(section)",
            "must: \(must.joined(separator: " "))", "comment: \(comment)",
        ]
        lines += inputs.map { "\($0.name): \($0.value)" }
        lines.append("")
        for start in stride(from: 0, to: bytes.count, by: 32) {
            lines.append(Array(bytes[start..<min(start + 32, bytes.count)]).hex)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    init?(name: String, file: String) {
        let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("#") }
        guard let gap = lines.firstIndex(of: ""),
            let bytes = [UInt8](hex: lines[gap...].joined())
        else { return nil }
        var headers: [(name: String, value: String)] = []
        for line in lines[..<gap] {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append((String(line[..<colon]), String(value)))
        }
        guard headers.count >= 5,
            headers[..<5].map(\.name) == ["kind", "expect", "section", "must", "comment"]
        else { return nil }
        self.init(
            name: name,
            kind: headers[0].value,
            expect: headers[1].value,
            section: headers[2].value,
            must: headers[3].value.split(separator: " ").map(String.init),
            comment: headers[4].value,
            inputs: Array(headers[5...]),
            bytes: bytes
        )
    }
}

extension [UInt8] {
    var hex: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    init?(hex: String) {
        let digits = hex.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        self = stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] << 4 | values[$0 + 1])
        }
    }
}
