internal import KeychainLibC

/// The entry at a prompt, in memory of the caller.
///
/// Keys that are not text change nothing, or edit the typed text: a secret never has their bytes.
struct TerminalEntry {
    /// Control characters that edit the typed text, as the terminal is set; `nil` for those that
    /// are switched off.
    struct EditingKeys {
        let erase: UInt8?
        let eraseWord: UInt8?
        let eraseAll: UInt8?
        let end: UInt8?

        init(_ mode: termios) {
            var mode = mode
            (erase, eraseWord, eraseAll, end) = withUnsafeBytes(of: &mode.c_cc) { keys in
                func key(_ name: Int32) -> UInt8? {
                    let key = keys[Int(name)]
                    return key != 0 && isControl(key) ? key : nil
                }
                return (key(VERASE), key(VWERASE), key(VKILL), key(VEOF))
            }
        }
    }

    /// The effect of a part of the input.
    enum Step: Equatable {
        /// More is to come.
        case none
        /// A byte was added.
        case added(UInt8)
        /// Characters were removed, of which this is the number.
        case removed(Int)
        /// The key has no use here.
        case refused
        /// The entry is complete.
        case complete
        case failed(TerminalPrompt.Failure)

        /// Whether nothing more is taken.
        var isEnd: Bool {
            switch self {
            case .complete, .failed: true
            default: false
            }
        }
    }

    private let room: UnsafeMutableRawBufferPointer
    private let keys: EditingKeys
    private let takesSeveralLines: Bool
    private let takesNothing: Bool
    /// The number of bytes, of which those that have no room are missing.
    private var length = 0
    private var hasControls = false
    /// Whether the last byte of a paste was a carriage return, which a newline may follow.
    private var isAfterReturn = false

    /// Begins an entry.
    ///
    /// - Parameters:
    ///   - room: The memory for the bytes; more are too long.
    ///   - keys: The keys that edit.
    ///   - takesSeveralLines: Whether a paste of several lines is taken.
    ///   - takesNothing: Whether an empty line is an answer.
    init(
        _ room: UnsafeMutableRawBufferPointer,
        _ keys: EditingKeys,
        takesSeveralLines: Bool,
        takesNothing: Bool = false
    ) {
        (self.room, self.keys, self.takesSeveralLines) = (room, keys, takesSeveralLines)
        self.takesNothing = takesNothing
    }

    /// Takes a part of the input.
    mutating func take(_ token: TerminalInput.Token) -> Step {
        switch token {
        case .typed(let byte): return type(byte)
        case .pasted(let byte): return paste(byte)
        case .pasteStart:
            isAfterReturn = false
            return .none
        case .pasteEnd:
            if let problem { return .failed(problem) }
            return .none
        case .escape: return .failed(.nothingEntered)
        case .sequence: return .refused
        }
    }

    /// The number of bytes that were entered.
    ///
    /// - Throws: The reason why they are not an answer.
    var count: Int {
        get throws(TerminalPrompt.Failure) {
            if let problem { throw problem }
            let count = countWithoutEnd
            guard count > 0 || takesNothing else { throw .nothingEntered }
            return count
        }
    }

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let tab = UInt8(ascii: "\t")

    /// Takes a byte of a paste, whose lines end as on any system; terminals send a carriage return.
    private mutating func paste(_ byte: UInt8) -> Step {
        let isSecond = isAfterReturn && byte == Self.newline
        isAfterReturn = byte == Self.carriageReturn
        if isSecond { return .none }
        if isAfterReturn { return add(Self.newline) }
        guard !Self.isControl(byte) || byte == Self.newline || byte == Self.tab else {
            hasControls = true
            return .none
        }
        return add(byte)
    }

    private mutating func type(_ byte: UInt8) -> Step {
        switch byte {
        // The end of the input is no line.
        case keys.end where length == 0: return .failed(.nothingEntered)
        case Self.newline, Self.carriageReturn, keys.end: return .complete
        case keys.erase, 0x08, 0x7F: return .removed(removeCharacter())
        case keys.eraseWord: return .removed(removeWord())
        case keys.eraseAll:
            let count = (0..<min(length, room.count)).count { Self.isFirst(room[$0]) }
            length = 0
            return .removed(count)
        case Self.tab: return add(byte)
        default: return Self.isControl(byte) ? .refused : add(byte)
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private mutating func add(_ byte: UInt8) -> Step {
        if length < room.count { room[length] = byte }
        length += 1
        return .added(byte)
    }

    /// Removes the last character, which may have several bytes (UTF-8).
    private mutating func removeCharacter() -> Int {
        guard length > 0 else { return 0 }
        repeat {
            length -= 1
        } while length > 0 && length < room.count && !Self.isFirst(room[length])
        return 1
    }

    private mutating func removeWord() -> Int {
        var count = 0
        func isSpace() -> Bool { length > room.count || room[length - 1] == UInt8(ascii: " ") }
        while length > 0, isSpace() { count += removeCharacter() }
        while length > 0, !isSpace() { count += removeCharacter() }
        return count
    }

    private static func isFirst(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    /// The length without the newline at the end of a paste, which ends its last line.
    private var countWithoutEnd: Int {
        var count = length
        while count > 0, room[count - 1] == Self.newline {
            count -= 1
            if takesSeveralLines { break }
        }
        return count
    }

    private var problem: TerminalPrompt.Failure? {
        guard !hasControls else { return .controlCharacters }
        guard length <= room.count else { return .tooLong }
        let hasSeveral = room[..<countWithoutEnd].contains(Self.newline)
        return hasSeveral && !takesSeveralLines ? .severalLines : nil
    }
}
