internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import Transfer

/// `keychainctl credential create`.
struct CredentialCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a credential and write it to a new file.",
        discussion: """
            Reads the passcode first, or the recovery key of a keychain without one; it needs \
            either, because a credential does not open items that require their user. Encrypt the \
            file for the service manager with systemd-creds, and remove it. The unit of the service \
            has the line LoadCredentialEncrypted=keychain.key.

            EXAMPLES
              keychainctl credential create FILE
              systemd-creds encrypt --name=keychain.key FILE \\
                /etc/credstore.encrypted/keychain.key
            """
    )

    @Argument(help: "The new file, which only you can read.", completion: .file())
    var file: String
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        try NewFile.require(file)
        var source = try PasscodeSource()
        let proof = try WaysIn.proof(for: keychain, from: &source, adding: true)
        try WaysIn.check(proof, for: keychain)
        let secret = SecretBytes(count: 32) { KeychainEntropy.system.fill($0) }
        let before = Set(try keychain.access.slots())
        // The file comes first: one that opens nothing does no harm, but a slot with a secret that
        // is stored nowhere would stay in the keychain.
        try NewFile.write(Self.line(secret), to: file) {
            try keychain.access.change(
                .add(NewAccessSlot(.credential, secret: secret)),
                proof: proof
            )
        }
        let added = try keychain.access.slots().filter {
            $0.kind == .credential && !before.contains($0)
        }
        Terminal.say("Credential \(added.first?.identifier ?? "") is in \(file).")
        WaysIn.sayWhatTheLogKeeps(of: keychain)
    }

    /// A secret as hexadecimal digits and a newline.
    private static func line(_ secret: SecretBytes) -> SecretBytes {
        let digits = Array("0123456789abcdef".utf8)
        return SecretBytes(count: 2 * secret.count + 1) { room in
            secret.withUnsafeBytes { bytes in
                for (place, byte) in bytes.enumerated() {
                    room[2 * place] = digits[Int(byte >> 4)]
                    room[2 * place + 1] = digits[Int(byte & 15)]
                }
            }
            room[2 * secret.count] = UInt8(ascii: "\n")
        }
    }
}
