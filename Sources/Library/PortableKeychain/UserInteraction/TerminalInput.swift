/// Separates the input of a terminal: typed text, pasted text, and the sequences of keys.
///
/// Cursor and function keys have two encodings (ECMA-48 CSI, and SS3 in the application mode). A paste is
/// in brackets if the program asked the terminal for them (XTerm Control Sequences, bracketed paste mode).
package struct TerminalInput: Sendable {
    /// A part of the input.
    package enum Token: Equatable, Sendable {
        /// A byte of text, or of a control key.
        case typed(UInt8)
        /// A byte of a paste in brackets.
        case pasted(UInt8)
        case pasteStart
        case pasteEnd
        /// The Escape key.
        case escape
        /// Another key, with the bytes between the introducer and the last byte.
        case sequence(parameters: [UInt8], final: UInt8)
    }

    private enum State: Equatable, Sendable {
        case text
        /// After an escape character.
        case escape
        case sequence([UInt8])
        /// Before the last byte of a function key of the Linux console, which has a second bracket.
        case consoleKey
        /// In a paste, after some bytes of ``pasteEnd``.
        case paste(Int)
    }

    /// The sequence that asks the terminal to put pastes in brackets, and the one that ends this.
    package static let brackets = (on: "\u{1B}[?2004h", off: "\u{1B}[?2004l")

    /// The time after which an escape character without further bytes is the Escape key, and not
    /// the start of another key's sequence; a terminal sends a sequence within it.
    package static let pause = Duration.milliseconds(50)

    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let mostParameters = 32
    private var state = State.text

    package init() {}

    /// Whether more bytes belong to those that have arrived, unless ``pause`` passes without any.
    package var isUnfinished: Bool {
        switch state {
        case .text, .paste: false
        case .escape, .sequence, .consoleKey: true
        }
    }

    /// Whether a paste has begun and not ended.
    package var isPasting: Bool { if case .paste = state { true } else { false } }

    /// Takes the next byte.
    ///
    /// - Parameters:
    ///   - byte: The byte.
    ///   - body: Receives complete tokens, in order.
    package mutating func take(_ byte: UInt8, _ body: (Token) -> Void) {
        switch state {
        case .text: takeText(byte, body)
        case .escape:
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
                state = .text
                body(.escape)
                return takeText(byte, body)
            }
            state = .sequence([])
        case .sequence([]) where byte == UInt8(ascii: "["): state = .consoleKey
        case .consoleKey:
            state = .text
            body(.sequence(parameters: [UInt8(ascii: "[")], final: byte))
        case .sequence(let parameters): takeSequence(byte, parameters, body)
        case .paste(let matched): takePaste(byte, matched, body)
        }
    }

    /// Reports that nothing followed at once.
    ///
    /// - Parameter body: Receives the Escape key, if it was pressed; a sequence that is not complete is
    ///   forgotten.
    package mutating func rest(_ body: (Token) -> Void) {
        guard isUnfinished else { return }
        let isKey = state == .escape
        state = .text
        if isKey { body(.escape) }
    }

    private mutating func takeText(_ byte: UInt8, _ body: (Token) -> Void) {
        if byte == 0x1B { state = .escape } else { body(.typed(byte)) }
    }

    private mutating func takeSequence(
        _ byte: UInt8,
        _ parameters: [UInt8],
        _ body: (Token) -> Void
    ) {
        switch byte {
        case 0x20...0x3F:
            state = .sequence(
                parameters.count < Self.mostParameters ? parameters + [byte] : parameters
            )
        case UInt8(ascii: "~") where parameters == Array("200".utf8):
            state = .paste(0)
            body(.pasteStart)
        case 0x40...0x7E:
            state = .text
            body(.sequence(parameters: parameters, final: byte))
        default:
            // It was broken off.
            state = .text
            takeText(byte, body)
        }
    }

    private mutating func takePaste(_ byte: UInt8, _ matched: Int, _ body: (Token) -> Void) {
        if byte == Self.pasteEnd[matched] {
            guard matched + 1 == Self.pasteEnd.count else { return state = .paste(matched + 1) }
            state = .text
            return body(.pasteEnd)
        }
        // Only the first byte of the end is an escape character, so nothing in between can begin it.
        for byte in Self.pasteEnd[..<matched] { body(.pasted(byte)) }
        guard byte != Self.pasteEnd[0] else { return state = .paste(1) }
        state = .paste(0)
        body(.pasted(byte))
    }
}
