internal import ForeignCrypto
package import PortableKeychain
internal import SafeText

/// A KeePass database (KDBX 4 or 3.1), encrypted under a passphrase, a key file, or both.
///
/// KDBX 4 is read from the outside to the inside, and each layer is checked before the next one is
/// opened: the header and its hash, which need no key; the code of the header, which shows that the
/// key is right; the codes of all blocks; the encrypted, then the compressed content; and the XML
/// of ``KeePassExport``. In KDBX 3.1, hashes are inside of the encrypted part, so its content is
/// decrypted before anything is known about it, and a damaged file can look like a wrong key.
package struct KeePassDatabase {
    private let file: SecretBytes
    private let header: KDBXHeader
    /// The hash of the header.
    private let hash: SecretBytes
    /// The place where the header and its codes end.
    private let start: Int

    private static let codeLength = 32

    /// Reads the header, for which no key is needed.
    ///
    /// - Throws: ``FormatProblem`` for other files, for a damaged header, and for a database that
    ///   takes what is not supported, is missing here, or is more work than ``FormatLimits`` allows.
    package init(_ file: SecretBytes) throws(FormatProblem) {
        header = try file.withUnsafeBytes { bytes throws(FormatProblem) in
            try KDBXHeader(bytes)
        }
        self.file = file
        hash = SecretDigest.sha256([SecretText.part(of: file, 0..<header.count)])
        switch header.body {
        case .coded:
            start = header.count + 2 * Self.codeLength
            guard start <= file.count, hash.matches(code(0)) else { throw KDBXHeader.malformed }
        case .hashed: start = header.count
        }
        guard header.stretching.isPresent else {
            throw FormatProblem(
                "the key of the database is derived with Argon2, for which libargon2.so.1 is missing",
                advice: "install it (on Debian and Ubuntu the package libargon2-1), or export the "
                    + "database as XML and import that"
            )
        }
    }

    /// Whether deriving the key can take minutes, by the settings of the file.
    package var isCostly: Bool { KeePassDerivation.isCostly(header.stretching) }

    /// The hash of the header or the code behind it.
    private func code(_ number: Int) -> SecretBytes {
        let start = header.count + number * Self.codeLength
        return SecretText.part(of: file, start..<start + Self.codeLength)
    }

    /// The entries of the database.
    ///
    /// - Parameters:
    ///   - key: The key that opens it.
    ///   - rules: The user's choices about the entries.
    /// - Returns: The entries; `nil` if the key is wrong. A header that was changed together with its
    ///   hash looks the same, and so does a damaged database of KDBX 3.1.
    /// - Throws: ``FormatProblem`` for a database that was changed or is damaged.
    package func store(
        _ key: KeePassKey,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore? {
        guard let stretched = header.stretching.stretched(key.composite) else {
            throw FormatProblem(
                "there is not enough memory to derive the key of the database",
                advice: "close other programs, or export it as XML and import that"
            )
        }
        switch header.body {
        case .coded:
            guard let plain = try checked(stretched) else { return nil }
            return try Self.store(content: unpacked(plain), rules)
        case .hashed(let first, let texts):
            let bytes = file.withUnsafeBytes { Array($0[start...]) }
            guard let plain = decrypted(bytes, stretched), plain.count >= first.count,
                SecretText.part(of: plain, 0..<first.count).matches(first)
            else { return nil }
            let content = try KDBXHashedBlocks.content(of: plain, from: first.count)
            let document = try unpacked(content)
            return try KeePassExport.store(
                document,
                rules,
                revealing: texts,
                files: nil,
                header: hash
            )
        }
    }

    /// The decrypted content of KDBX 4, all of whose codes are right; `nil` if the key is wrong.
    private func checked(_ stretched: SecretBytes) throws(FormatProblem) -> SecretBytes? {
        let codes = KDBXKeys(seed: header.seed, stretched: stretched).codes
        let expected = KDBXBlocks.code(
            [SecretText.part(of: file, 0..<header.count)],
            number: KDBXBlocks.header,
            key: codes
        )
        guard expected.matches(code(1)) else { return nil }
        let ciphertext = try file.withUnsafeBytes { bytes throws(FormatProblem) in
            try KDBXBlocks.content(
                of: UnsafeRawBufferPointer(rebasing: bytes[start...]),
                key: codes
            )
        }
        guard let plain = decrypted(ciphertext, stretched) else {
            throw FormatProblem("the database is damaged: its content cannot be decrypted")
        }
        return plain
    }

    private func decrypted(_ ciphertext: [UInt8], _ stretched: SecretBytes) -> SecretBytes? {
        header.cipher.decrypt(
            ciphertext,
            key: KDBXKeys(seed: header.seed, stretched: stretched).cipher,
            vector: header.vector
        )
    }

    private func unpacked(_ content: SecretBytes) throws(FormatProblem) -> SecretBytes {
        header.isCompressed ? try GzipStream.content(of: content) : content
    }

    /// The entries of decrypted, unpacked content of KDBX 4.
    static func store(
        content: SecretBytes,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        let content = try KDBXContent(content)
        return try KeePassExport.store(
            content.document,
            rules,
            revealing: content.texts,
            files: content.files
        )
    }
}
