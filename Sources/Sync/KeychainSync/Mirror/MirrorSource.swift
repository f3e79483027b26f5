/// A place from which the files of a mirror are read, such as a web server.
///
/// It is not trusted: the stamp is signed, and each other file has its digest as its name.
package protocol MirrorSource: Sendable {
    /// Reads files; one that does not exist is left out.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files below the address of the mirror: ``MirrorPath``.
    ///   - limit: The longest file in bytes. A longer one is a failure.
    /// - Returns: The files by their paths.
    /// - Throws: ``EngineFailure/unavailable`` if any of them is not answered in time.
    func read(
        _ paths: [String],
        limit: Int
    ) async throws(EngineFailure) -> [String: [UInt8]]
}

/// The paths of a mirror's files.
package enum MirrorPath {
    /// The file that is replaced with each new state; all others keep their content for ever.
    package static let stamp = "stamp"
    /// The folder of the objects.
    package static let objects = "o"

    /// The path of an object: its digest in 64 hexadecimal digits, in a folder by the first two.
    package static func object(_ digest: [UInt8]) -> String {
        let name = VaultPath.digits(digest)
        return "\(objects)/\(name.prefix(2))/\(name)"
    }

    /// The bytes of hexadecimal digits; `nil` for any other text.
    static func bytes(_ digits: String) -> [UInt8]? {
        let values = digits.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == digits.utf8.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] << 4 | values[$0 + 1])
        }
    }
}
