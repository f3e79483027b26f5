package import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// Reads secrets from files and standard input directly into memory that is zeroed.
package enum SecretInput {
    /// The maximum number of bytes to read: the limit of an item, plus one to detect longer input.
    package static let limit = (512 << 20) + 1

    /// Reads the secret of an item: typed twice on a terminal, or all of standard input.
    ///
    /// - Parameter isExact: Whether a newline at the end belongs to the secret, and whether the
    ///   secret may be empty.
    /// - Returns: The secret.
    /// - Throws: ``Failure`` if there is none.
    package static func secret(isExact: Bool) throws(Failure) -> SecretBytes {
        if Terminal.inputIsTerminal {
            return try SecretPrompt.askTwice("Secret: ", again: "Secret again: ", taking: .several)
        }
        let all = try everything()
        let secret = isExact ? all : SecretText.withoutLineEnd(all)
        // A carriage return before it could belong to the secret.
        if secret.count < all.count - 1 || secret.count < all.count && isProbablyFile(secret) {
            Terminal.say("The newline at the end is not part of the secret; --exact keeps it.")
        }
        guard secret.count > 0 || isExact else {
            throw Failure(
                .usage,
                "standard input is empty",
                advice: "use --exact to store an empty secret"
            )
        }
        return secret
    }

    /// The content of a file without secrets.
    package static func file(_ path: String) throws(Failure) -> [UInt8] {
        try secretFile(path).withUnsafeBytes { Array($0) }
    }

    /// The content of a file, as a secret.
    package static func secretFile(
        _ path: String,
        atMost limit: Int = largestFile
    ) throws(Failure) -> SecretBytes {
        let file = try NamedFile.open(path)
        defer { close(file) }
        return try everything(from: file, atMost: limit)
    }

    /// The size limit for files with keys and certificates.
    ///
    /// For comparison, a system's bundle of root certificates has a quarter of a megabyte.
    package static let largestFile = 64 << 20

    /// The content of standard input, or of another file descriptor.
    package static func everything(
        from file: Int32 = STDIN_FILENO,
        atMost limit: Int = limit
    ) throws(Failure) -> SecretBytes {
        var count = 0
        var buffer = SecretBytes([])
        var room = 4096
        repeat {
            let former = buffer
            buffer = try SecretBytes(count: room) { bytes throws(Failure) in
                former.withUnsafeBytes { bytes.copyMemory(from: $0) }
                count = try fill(bytes, from: count, of: file)
            }
            room = min(room * 4, limit)
        } while count == buffer.count && count < limit
        guard count < limit else { throw Failure(KeychainError(.dataTooLarge)) }
        return SecretText.part(of: buffer, 0..<count)
    }

    /// The first line of a file descriptor that the caller of this program opened.
    ///
    /// No program that this one starts or becomes inherits the descriptor, as a file can be read
    /// again; except a standard one, which programs expect to have.
    package static func line(from file: Int32) throws(Failure) -> SecretBytes {
        if file > 2 {
            let flags = fcntl(file, F_GETFD)
            if flags >= 0 { _ = fcntl(file, F_SETFD, flags | FD_CLOEXEC) }
        }
        let all = try everything(from: file, atMost: 1 << 20)
        let count = all.withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: "\n")) ?? $0.count }
        return SecretText.part(of: all, 0..<count)
    }

    /// The first line of a file.
    package static func line(of path: String) throws(Failure) -> SecretBytes {
        let file = try NamedFile.open(path)
        defer { close(file) }
        return try line(from: file)
    }

    /// Whether a secret has more than one line or is not text: then every byte may matter.
    ///
    /// A single line is what programs print, and its end never belongs to a secret.
    private static func isProbablyFile(_ secret: SecretBytes) -> Bool {
        secret.withUnsafeBytes { bytes in
            bytes.contains { $0 == 0 || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
                || !UTF8Text.isValid(bytes)
        }
    }

    /// Reads until the buffer is full or the input ends; returns the number of bytes in the buffer.
    private static func fill(
        _ room: UnsafeMutableRawBufferPointer,
        from start: Int,
        of file: Int32
    ) throws(Failure) -> Int {
        var count = start
        while count < room.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[count...])
            let step = read(file, rest.baseAddress, rest.count)
            if step < 0, errno == EINTR { continue }
            guard step >= 0 else {
                throw Failure(
                    KeychainError(.inputOutput, reason: "Cannot read the input.")
                )
            }
            if step == 0 { break }
            count += step
        }
        return count
    }
}
