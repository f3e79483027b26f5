/// Reads SQLite's write-ahead log frame by frame.
///
/// Its descriptor is not one that SQLite locks, so closing it releases no lock (see ``System``).
final class LogReader {
    /// The header; `nil` if it is not sound.
    let header: LogHeader?
    private let descriptor: Int32

    /// Opens the log at a path; `nil` if there is none, or one without a frame.
    init?(_ path: String) throws(StoreError) {
        guard let descriptor = try System.openForReading(path) else { return nil }
        self.descriptor = descriptor
        var bytes = [UInt8](repeating: 0, count: LogHeader.length)
        let count = bytes.withUnsafeMutableBytes { System.read(descriptor, into: $0, at: 0) }
        header = bytes.withUnsafeBytes { LogHeader($0) }
        guard count == LogHeader.length else { return nil }
    }

    deinit {
        System.close(descriptor)
    }

    /// Calls a body with each complete frame, until it returns false.
    func forEachFrame(_ body: (LogFrame) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: LogFrame.length * Self.framesAtOnce)
        var offset = Int64(LogHeader.length)
        buffer.withUnsafeMutableBytes { buffer in
            while true {
                let count = System.read(descriptor, into: buffer, at: offset) / LogFrame.length
                for number in 0..<count {
                    let start = number * LogFrame.length
                    let bytes = buffer[start..<start + LogFrame.length]
                    guard body(LogFrame(UnsafeRawBufferPointer(rebasing: bytes))) else { return }
                }
                guard count == Self.framesAtOnce else { return }
                offset += Int64(count * LogFrame.length)
            }
        }
    }

    private static let framesAtOnce = 32
}
