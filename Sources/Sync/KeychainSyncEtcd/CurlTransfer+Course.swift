#if Fleet && os(Linux)
    internal import PortableKeychain

    extension CurlTransfer {
        /// The buffers that libcurl reads from and writes to during one request.
        final class Course {
            private let body: SecretBytes
            private var sent = 0
            private var headers = 0
            /// Whether the line came that ends those before the content.
            ///
            /// To libcurl, an answer that breaks off before is a whole one without content.
            private(set) var isWhole = false
            private let wanted: () -> Bool
            private let sink: (UnsafeRawBufferPointer) -> Bool

            /// The longest lines of an answer before its content, in bytes.
            private static let longestHeaders = 1 << 16

            init(
                _ body: SecretBytes,
                _ wanted: @escaping () -> Bool,
                _ sink: @escaping (UnsafeRawBufferPointer) -> Bool
            ) { (self.body, self.wanted, self.sink) = (body, wanted, sink) }

            static func of(_ context: UnsafeMutableRawPointer?) -> Course {
                // Is given to libcurl before each request, and lives as long.
                guard let context else { return Course(SecretBytes([]), { false }, { _ in false }) }
                return Unmanaged<Course>.fromOpaque(context).takeUnretainedValue()
            }

            /// Whether any of the body was given out.
            var hasBegun: Bool { sent > 0 }

            /// Gives the body once.
            ///
            /// There is no way back to its start, so libcurl cannot send a request
            /// again by itself, as it does when a connection turns out to be closed: a commit that was
            /// carried out would be refused the second time, which is another answer.
            func read(_ room: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
                let length = min(count, body.count - sent)
                guard let room, length > 0 else { return 0 }
                body.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(start: room, count: length).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + length])
                    )
                }
                sent += length
                return length
            }

            func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
                sink(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
            }

            /// Takes a line before the content, and counts its bytes: libcurl keeps all lines, however
            /// many there are.
            func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
                let line = UnsafeRawBufferPointer(start: bytes, count: count)
                if line.starts(with: "HTTP/".utf8) { isWhole = false }
                if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
                    isWhole = true
                }
                headers += count
                return headers <= Self.longestHeaders ? count : 0
            }

            func isWanted() -> Bool { wanted() }
        }
    }
#endif
