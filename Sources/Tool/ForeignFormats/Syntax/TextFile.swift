package import PortableKeychain
internal import SafeText

/// The text of a file of any size, of which parts are read.
package struct TextFile {
    /// Fills memory with the bytes from a place of the file on.
    package typealias Reader =
        (_ room: UnsafeMutableRawBufferPointer, _ place: Int) throws(FormatProblem) -> Void

    /// The number of bytes.
    let count: Int
    /// The number of bytes that one entry may have.
    fileprivate let longestEntry: Int
    private let read: Reader

    /// Makes a text of what is read in parts.
    ///
    /// - Parameters:
    ///   - count: The number of its bytes.
    ///   - longestEntry: The number of bytes that one entry may have.
    ///   - read: Fills memory with the bytes from a place on; there are as many.
    package init(
        count: Int,
        longestEntry: Int = FormatLimits.file,
        read: @escaping Reader
    ) {
        (self.count, self.longestEntry, self.read) = (count, longestEntry, read)
    }

    /// Makes a text of what is in memory.
    ///
    /// - Parameters:
    ///   - content: Its bytes.
    ///   - longestEntry: The number of bytes that one entry may have.
    package init(_ content: SecretBytes, longestEntry: Int = FormatLimits.file) {
        self.init(count: content.count, longestEntry: longestEntry) { room, place in
            content.withUnsafeBytes { room.copyBytes(from: $0[place..<place + room.count]) }
        }
    }

    /// The bytes from a place on.
    fileprivate func fill(
        _ room: UnsafeMutableRawBufferPointer,
        from place: Int
    ) throws(FormatProblem) {
        try read(room, place)
    }
}

/// The part of a text file that is in memory, and moves on to its end.
///
/// Its reader says how many bytes were used. The others stay, and more are read behind them.
struct TextWindow {
    private let file: TextFile
    /// The bytes; a byte order mark is left out.
    private(set) var text = SecretBytes([])
    /// The place in the file at which the window ends.
    private var end = 0
    private var hasher = Hasher()

    /// The number of bytes that are read at a time.
    private static let step = 1 << 18

    /// Reads the beginning of a file.
    ///
    /// - Throws: ``FormatProblem`` if that cannot be text in UTF-8.
    init(_ file: TextFile) throws(FormatProblem) {
        self.file = file
        try read(after: SecretBytes([]), Self.step)
        let start = try text.withUnsafeBytes { bytes throws(FormatProblem) in
            try ForeignText.start(of: bytes)
        }
        if start > 0 { text = SecretText.part(of: text, start..<text.count) }
    }

    /// Whether the window reaches the end of the file.
    var isLast: Bool { end == file.count }

    /// Whether the window is as large as it may get.
    var isFull: Bool { text.count >= file.longestEntry }

    /// The largest size of an entry, in words.
    var longestEntry: String { "\(file.longestEntry >> 20) megabytes" }

    /// A number that tells the contents of files apart, in this process; complete at the end.
    var digest: Int { hasher.finalize() }

    /// Moves on, behind the bytes that are used.
    ///
    /// - Parameter used: Their number; without any, the window gets larger.
    /// - Throws: ``FormatProblem`` if they are no text.
    mutating func advance(past used: Int) throws(FormatProblem) {
        try text.withUnsafeBytes { bytes throws(FormatProblem) in
            try ForeignText.require(UnsafeRawBufferPointer(rebasing: bytes[..<used]))
        }
        let rest = SecretText.part(of: text, used..<text.count)
        // Twice as much, so that the end of a long entry is looked for a few times only.
        let more = max(Self.step, rest.count)
        try read(after: rest, min(more, max(file.longestEntry - rest.count, 0)))
    }

    private mutating func read(
        after rest: SecretBytes,
        _ more: Int
    ) throws(FormatProblem) {
        let step = min(more, file.count - end)
        let (file, place) = (file, end)
        text = try SecretBytes(count: rest.count + step) { room throws(FormatProblem) in
            rest.withUnsafeBytes { room.copyBytes(from: $0) }
            let free = UnsafeMutableRawBufferPointer(rebasing: room[rest.count...])
            if step > 0 { try file.fill(free, from: place) }
        }
        end += step
        text.withUnsafeBytes { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[rest.count...]))
        }
    }
}
