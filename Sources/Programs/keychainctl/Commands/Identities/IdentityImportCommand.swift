internal import ArgumentParser
internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import Transfer

/// `keychainctl identity import`.
struct IdentityImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the keys and certificates of a PKCS#12 file.",
        discussion: """
            The passphrase of the file is prompted for on a terminal; otherwise it is read from \
            a line of standard input. Either all private keys and certificates of the file are \
            stored, or none. The certificates of issuers in the file are stored as certificates, \
            and private keys without their certificate as keys. Secret keys are not imported, but \
            counted. Items that exist already are accepted. The file is not deleted: delete it \
            yourself if the key should be only in the keychain.

            EXAMPLES
              keychainctl identity import me.p12
              keychainctl identity import me.p12 --label "Me" < passphrase.txt
            """
    )

    @Argument(help: "The file, usually named .p12 or .pfx.", completion: .file()) var file: String
    @OptionGroup var object: ObjectOptions
    @OptionGroup var protection: AccessibleOption
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var attributes = object.attributes
        try protection.put(into: &attributes)
        var source = try PasscodeSource("passphrase")
        let bundle = try PKCS12(
            try SecretInput.file(file),
            passphrase: source.ofFile()
        )
        do throws(FormatProblem) { try bundle.requireObjects() } catch { throw Failure(error) }
        let items = Items(keychain: try place.openToStore())
        let added = try items.addMissing(bundle.additions(attributes))
        Terminal.say(Self.report(bundle, added))
        if let omission = bundle.omission { Terminal.complain("not imported: \(omission)") }
    }

    /// The result in words.
    private static func report(_ bundle: PKCS12, _ added: Int) -> String {
        let (identities, keys) = (bundle.identities.count, bundle.loneKeys.count)
        var found: [String] = []
        if identities > 0 { found.append(counted(identities, "identity", "identities")) }
        if keys > 0 { found.append("\(counted(keys, "key")) without a certificate") }
        guard !found.isEmpty else {
            return "No private key in the file; \(counted(added, "certificate")) imported."
        }
        guard added > 0 else { return "All items exist already." }
        return "\(found.joined(separator: " and ")) in the file; \(counted(added, "new item"))."
    }
}
