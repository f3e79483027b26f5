import Foundation

/// A system call in a record of strace(1) with strings in hexadecimal (`-xx`).
struct SystemCall {
    let name: String
    let arguments: [Substring]
    let result: Int

    struct Unreadable: Error {
        let line: Substring
    }

    /// Reads a record; of calls that threads interrupted, the end counts.
    static func read(_ record: String) throws -> [SystemCall] {
        var begun: [Substring: Substring] = [:]
        var calls: [SystemCall] = []
        for line in record.split(separator: "\n") {
            let thread = line.prefix { $0 != " " }
            var text = line[thread.endIndex...].drop { $0 == " " }
            // Signals and ends of processes.
            if text.hasPrefix("+++") || text.hasPrefix("---") { continue }
            if text.hasSuffix(" <unfinished ...>") {
                begun[thread] = text.dropLast(" <unfinished ...>".count)
                continue
            }
            if text.hasPrefix("<... ") {
                guard let end = text.firstIndex(of: ">"),
                    let start = begun.removeValue(forKey: thread)
                else { throw Unreadable(line: line) }
                text = start + text[text.index(after: end)...]
            }
            calls.append(try SystemCall(text))
        }
        return calls
    }

    private init(_ text: Substring) throws {
        guard let open = text.firstIndex(of: "("), let mark = text.range(of: " = "),
            let close = text[..<mark.lowerBound].lastIndex(of: ")")
        else { throw Unreadable(line: text) }
        name = String(text[..<open])
        // Strings are in hexadecimal, so no comma is in one.
        arguments = text[text.index(after: open)..<close].split(separator: ",").map {
            $0.drop { $0 == " " }
        }
        let answer = text[mark.upperBound...].drop { $0 == " " }
        result = Int(answer.prefix { $0 != " " }) ?? -1
    }

    func number(_ place: Int) -> Int {
        arguments.indices.contains(place) ? Int(arguments[place]) ?? -1 : -1
    }

    func bytes(_ place: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in arguments[place].utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            // The quotation marks, and \x before each byte.
            default: continue
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    func text(_ place: Int) -> String { String(decoding: bytes(place), as: UTF8.self) }

    func has(_ flag: String, _ place: Int) -> Bool {
        arguments.indices.contains(place)
            && arguments[place].split(separator: "|").contains { $0 == flag }
    }
}
