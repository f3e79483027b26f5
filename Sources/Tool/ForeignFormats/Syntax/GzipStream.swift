internal import CKeychainZlib
internal import PortableKeychain
internal import SafeText

/// A stream compressed by gzip (RFC 1952).
enum GzipStream {
    /// The length of the shortest stream: the header and the end.
    private static let shortest = 18

    private static let damaged = FormatProblem("the compressed content of the file is damaged")

    /// The size of the content, as the end of a stream of one member says it.
    ///
    /// - Throws: ``FormatProblem`` for anything else.
    static func size(of packed: SecretBytes) throws(FormatProblem) -> Int {
        try packed.withUnsafeBytes { bytes throws(FormatProblem) in
            guard bytes.count >= shortest, bytes.starts(with: [0x1F, 0x8B]),
                UInt32(exactly: bytes.count) != nil
            else { throw damaged }
            var end = LittleEndianReader(bytes, orThrow: damaged)
            end.place = bytes.count - 4
            return Int(try end.number(4))
        }
    }

    /// Unpacks a stream of one member.
    ///
    /// Its end says how long the content is, so nothing grows: content of another length is refused.
    ///
    /// - Parameters:
    ///   - packed: The stream.
    ///   - limit: The maximum size of the content.
    /// - Returns: The content.
    /// - Throws: ``FormatProblem`` for anything else, and for content above the limit.
    static func content(
        of packed: SecretBytes,
        atMost limit: Int = FormatLimits.file
    ) throws(FormatProblem) -> SecretBytes {
        let size = try size(of: packed)
        guard size <= limit else {
            throw FormatProblem("the content of the file is larger than \(limit >> 20) megabytes")
        }
        return try packed.withUnsafeBytes { bytes throws(FormatProblem) in
            try SecretBytes(count: size) { room throws(FormatProblem) in
                // zlib wants a place to write to, even for nothing.
                var nothing: UInt8 = 0
                let result = withUnsafeMutableBytes(of: &nothing) { nothing in
                    pk_inflate(
                        bytes.baseAddress,
                        UInt32(bytes.count),
                        room.baseAddress ?? nothing.baseAddress,
                        UInt32(room.count),
                        1
                    )
                }
                guard result == 0 else { throw damaged }
            }
        }
    }

    /// Packs content into a stream of one member.
    ///
    /// - Returns: The stream; `nil` if there is no memory for it, or for 4 gigabytes and more.
    static func packed(_ content: SecretBytes) -> SecretBytes? {
        guard let size = UInt32(exactly: content.count),
            let bound = UInt32(exactly: pk_gzip_bound(size))
        else { return nil }
        var count = -1
        let room = SecretBytes(count: Int(bound)) { room in
            content.withUnsafeBytes {
                count = pk_gzip($0.baseAddress, size, room.baseAddress, bound)
            }
        }
        return count < 0 ? nil : SecretText.part(of: room, 0..<count)
    }
}
