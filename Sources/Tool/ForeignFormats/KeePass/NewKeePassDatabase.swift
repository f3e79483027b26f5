internal import ForeignCrypto
@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// A KeePass database that is written: KDBX 4.0 under a passphrase.
///
/// It is made from the inside to the outside: the XML, in which protected texts are encrypted for the first
/// time; the inner header; gzip; ChaCha20; and blocks with a code each, behind a header with its own.
package struct NewKeePassDatabase {
    private let root: KeePassGroup
    private let work: KeePassWork
    private let entropy: KeychainEntropy

    /// Prepares to write a database.
    ///
    /// - Parameters:
    ///   - root: The outermost group, which is the database itself.
    ///   - work: The work that deriving its key takes.
    ///   - entropy: The source of its seeds.
    package init(
        _ root: KeePassGroup,
        work: KeePassWork = .standard,
        entropy: KeychainEntropy
    ) {
        (self.root, self.work, self.entropy) = (root, work, entropy)
    }

    /// The problem that keeps databases from being written here; `nil` if there is none.
    package static var problem: FormatProblem? {
        guard !PasswordStretching.hasArgon2 else { return nil }
        return FormatProblem(
            "the key of a KeePass database is derived with Argon2, for which libargon2.so.1 is missing",
            advice:
                "install it (on Debian and Ubuntu the package libargon2-1), or use another format"
        )
    }

    /// The file.
    ///
    /// - Parameter passphrase: The passphrase, which opens the database alone.
    /// - Returns: The encrypted database.
    /// - Throws: ``FormatProblem`` where Argon2 is missing, for a passphrase that is not text, and if
    ///   there is not enough memory.
    package func file(under passphrase: SecretBytes) throws(FormatProblem) -> SecretBytes {
        if let problem = Self.problem { throw problem }
        guard SecretText.isText(passphrase) else {
            throw FormatProblem(
                "the passphrase is not text in UTF-8, so other programs could not take it",
                advice: "choose another passphrase"
            )
        }
        let header = NewKDBXHeader(work, entropy)
        let key = try KeePassKey(passphrase: passphrase, keyFile: nil)
        guard let packed = GzipStream.packed(try content()),
            let stretched = header.stretching.stretched(key.composite)
        else { throw Self.noMemory }
        let keys = KDBXKeys(seed: header.seed, stretched: stretched)
        var stream = DatabaseStream(.chaCha20, key: keys.cipher, nonce: header.vector)
        guard let ciphertext = stream?.apply(to: packed) else { throw Self.noMemory }
        var writer = SecretWriter(capacity: ciphertext.count + (ciphertext.count >> 12) + 1024)
        writer.append(header.bytes)
        writer.append(SecretDigest.sha256([header.bytes]))
        writer.append(KDBXBlocks.code([header.bytes], number: KDBXBlocks.header, key: keys.codes))
        KDBXBlocks.append(ciphertext, key: keys.codes, to: &writer)
        return writer.secret
    }

    private static let noMemory = FormatProblem(
        "there is not enough memory to write the database",
        advice: "close other programs"
    )

    /// The inner header and the XML.
    func content() throws(FormatProblem) -> SecretBytes {
        let key = SecretBytes(count: 64) { entropy.fill($0) }
        let texts = try ProtectedTexts(
            cipher: ProtectedTexts.chaCha20,
            key: key,
            orThrow: Self.noMemory
        )
        var document = KeePassDocument(texts)
        guard document.append(root) else { throw Self.noMemory }
        var writer = SecretWriter(capacity: document.count + 256)
        func add(_ kind: UInt64, _ content: SecretBytes, _ writer: inout SecretWriter) {
            writer.append(kind, count: 1)
            writer.append(UInt64(content.count), count: 4)
            writer.append(content)
        }
        add(1, SecretBytes([UInt8(ProtectedTexts.chaCha20), 0, 0, 0]), &writer)
        add(2, key, &writer)
        for file in document.files {
            // The first byte asks programs to protect the file in their memory.
            writer.append(3, count: 1)
            writer.append(UInt64(file.count + 1), count: 4)
            writer.append(1, count: 1)
            writer.append(file)
        }
        add(0, SecretBytes([]), &writer)
        writer.append(document.xml)
        return writer.secret
    }
}
