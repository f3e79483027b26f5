/// One line of an answer of a program that speaks the Assuan protocol (Assuan manual, "Server
/// responses").
///
/// The program is not trusted. Data may be a passcode, so it is never a `String`.
enum AssuanReply {
    /// A part of the data, still escaped; valid as long as the line.
    case data(UnsafeRawBufferPointer)
    /// The end of a successful answer.
    case done
    /// The end of an answer with an error: ``KeychainError/Code/userCanceled`` if the user decided
    /// so, otherwise ``KeychainError/Code/unimplemented``.
    case refused(KeychainError.Code)
    /// The end of an answer in which the user chose the button that says no.
    case denied
    /// A comment or a status.
    case ignored

    /// Reads a line without its end; `nil` for a line that the protocol does not have.
    init?(_ line: UnsafeRawBufferPointer) {
        if line.starts(with: "D ".utf8) {
            self = .data(UnsafeRawBufferPointer(rebasing: line[2...]))
        } else if line.elementsEqual("OK".utf8) || line.starts(with: "OK ".utf8) {
            self = .done
        } else if line.starts(with: "ERR ".utf8) {
            let number = Self.number(String(decoding: line, as: UTF8.self))
            self = number == Self.notConfirmed ? .denied : .refused(Self.code(number))
        } else if line.starts(with: "S ".utf8) || line.first == UInt8(ascii: "#") {
            self = .ignored
        } else {
            return nil
        }
    }

    /// Writes data, in which `%` and two hexadecimal digits encode a byte.
    ///
    /// - Parameters:
    ///   - data: The escaped data.
    ///   - room: The memory for the bytes.
    /// - Returns: The number of bytes; `nil` for an escape that is malformed, and for data that does
    ///   not fit.
    static func unescape(
        _ data: UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var (index, count) = (0, 0)
        while index < data.count {
            var byte = data[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard index + 2 <= data.count, let high = digit(data[index]),
                    let low = digit(data[index + 1])
                else { return nil }
                byte = high << 4 | low
                index += 2
            }
            guard count < room.count else { return nil }
            room[count] = byte
            count += 1
        }
        return count
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static let notConfirmed: UInt32 = 114

    /// The number of an `ERR` line: the lower 16 bits are one of libgpg-error.
    private static func number(_ line: String) -> UInt32? {
        let words = line.split(separator: " ")
        return words.count > 1 ? UInt32(words[1]).map { $0 & 0xFFFF } : nil
    }

    /// The code of an error: the user's decisions are timeout, canceled and fully canceled.
    private static func code(_ number: UInt32?) -> KeychainError.Code {
        number.map { [62, 99, 198].contains($0) } ?? false ? .userCanceled : .unimplemented
    }
}
