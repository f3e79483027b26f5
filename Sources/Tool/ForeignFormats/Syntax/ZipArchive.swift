internal import CKeychainZlib
internal import PortableKeychain

/// A ZIP archive (PKWARE, APPNOTE.TXT), from which single files are extracted within limits.
///
/// ``OnePUX`` uses it. Files are found by the directory at the end of the archive, as in other
/// programs. The sizes in the directory are checked against the archive, and the extracted file
/// must have exactly the stated size.
struct ZipArchive {
    /// A file in the archive.
    struct Entry {
        let name: String
        let method: UInt16
        let checksum: UInt64
        let packed: Int
        let size: Int
        let start: Int
        let isEncrypted: Bool
    }

    private let archive: SecretBytes
    /// All files, in the order of the directory.
    let entries: [Entry]

    private static let malformed = FormatProblem("the archive is damaged")

    /// A compression ratio that text does not exceed; the limit of zlib itself is about 1030.
    private static let greatestRatio = 200

    /// Reads the directory of an archive.
    ///
    /// - Throws: ``FormatProblem`` if this is not an archive, or a limit is exceeded.
    init(_ archive: SecretBytes) throws(FormatProblem) {
        self.archive = archive
        entries = try archive.withUnsafeBytes { bytes throws(FormatProblem) in
            try Self.directory(bytes)
        }
    }

    private static func directory(
        _ bytes: UnsafeRawBufferPointer
    ) throws(FormatProblem) -> [Entry] {
        var reader = LittleEndianReader(bytes, orThrow: Self.malformed)
        // The end record has 22 bytes, followed by a comment of at most 65,535.
        let earliest = max(0, bytes.count - 22 - 65_535)
        var end = bytes.count - 22
        while end >= earliest, !bytes[end...].starts(with: Array("PK\u{5}\u{6}".utf8)) { end -= 1 }
        guard end >= earliest, end >= 0 else { throw Self.malformed }
        reader.place = end + 10
        let count = Int(try reader.number(2))
        reader.place = end + 16
        reader.place = Int(try reader.number(4))
        guard count <= FormatLimits.files, count < 0xFFFF else {
            throw FormatProblem("the archive has more than \(FormatLimits.files) files")
        }
        var entries: [Entry] = []
        for _ in 0..<count { entries.append(try entry(&reader)) }
        return entries
    }

    private static func entry(_ reader: inout LittleEndianReader) throws(FormatProblem) -> Entry {
        guard try reader.number(4) == 0x0201_4B50 else { throw Self.malformed }
        reader.place += 4
        let flags = try reader.number(2)
        let method = UInt16(try reader.number(2))
        reader.place += 4
        let checksum = try reader.number(4)
        let packed = Int(try reader.number(4))
        let size = Int(try reader.number(4))
        let lengths = (
            Int(try reader.number(2)), Int(try reader.number(2)), Int(try reader.number(2))
        )
        reader.place += 8
        let start = Int(try reader.number(4))
        let name = String(decoding: try reader.bytes(lengths.0), as: UTF8.self)
        reader.place += lengths.1 + lengths.2
        return Entry(
            name: name,
            method: method,
            checksum: checksum,
            packed: packed,
            size: size,
            start: start,
            isEncrypted: flags & 1 == 1
        )
    }

    /// Extracts a file.
    ///
    /// - Throws: ``FormatProblem`` for a file that is missing, encrypted, damaged, or exceeds the
    ///   limits.
    func file(_ name: String) throws(FormatProblem) -> SecretBytes {
        let found = entries.filter { $0.name == name }
        guard let entry = found.first, found.count == 1 else {
            throw FormatProblem("the archive has no file \(name), so it is not a 1PUX export")
        }
        guard entry.size <= FormatLimits.file,
            entry.size <= max(entry.packed, 1) * Self.greatestRatio
        else { throw FormatProblem("the extracted content of the archive is too large") }
        return try content(of: entry)
    }

    /// Extracts a file whose size the caller has compared with a limit.
    ///
    /// - Throws: ``FormatProblem`` for a file that is encrypted or damaged.
    func content(of entry: Entry) throws(FormatProblem) -> SecretBytes {
        guard !entry.isEncrypted else { throw FormatProblem("the archive is encrypted") }
        return try archive.withUnsafeBytes { bytes throws(FormatProblem) in
            try Self.unfold(entry, of: bytes)
        }
    }

    private static func unfold(
        _ entry: Entry,
        of bytes: UnsafeRawBufferPointer
    ) throws(FormatProblem) -> SecretBytes {
        var reader = LittleEndianReader(bytes, orThrow: Self.malformed)
        reader.place = entry.start
        guard try reader.number(4) == 0x0403_4B50 else { throw Self.malformed }
        reader.place += 22
        let skipped = Int(try reader.number(2)) + Int(try reader.number(2))
        reader.place += skipped
        let packed = try reader.bytes(entry.packed)
        let file = try SecretBytes(count: entry.size) { room throws(FormatProblem) in
            switch entry.method {
            case 0:
                guard packed.count == room.count else { throw Self.malformed }
                room.copyMemory(from: packed)
            case 8:
                let result = pk_inflate(
                    packed.baseAddress,
                    UInt32(packed.count),
                    room.baseAddress,
                    UInt32(room.count),
                    0
                )
                guard result == 0 else { throw Self.malformed }
            default: throw FormatProblem("the compression method of the archive is not supported")
            }
        }
        let checksum = file.withUnsafeBytes { pk_crc32($0.baseAddress, UInt32($0.count)) }
        guard checksum == UInt(entry.checksum) else { throw Self.malformed }
        return file
    }
}
