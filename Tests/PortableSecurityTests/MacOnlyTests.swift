import TestPrograms
import Testing

/// The compiler names the replacement of names that exist on Macs only.
@Suite struct MacOnlyTests {
    /// Code with a misuse, and a part of the compiler's message about it.
    static let table: [(code: String, name: String, advice: String)] = [
        ("var k: SecKeychain?", "SecKeychain", "Keychain of PortableKeychain"),
        ("_ = SecKeychainLock(nil)", "SecKeychainLock", "Keychain.lock"),
        ("var c: SecCode?", "SecCode", "no signatures"),
        ("_ = SecCSFlags.RawValue.self", "SecCSFlags", "no signatures"),
        ("var c: SecCode?; _ = SecCodeCopySelf([], &c)", "SecCodeCopySelf", "no signatures"),
        ("_ = SecStaticCodeCheckValidity", "SecStaticCodeCheckValidity", "no signatures"),
        ("_ = SecStaticCodeCreateWithPath", "SecStaticCodeCreateWithPath", "no signatures"),
        ("_ = SecRequirementCreateWithString", "SecRequirementCreateWithString", "no signatures"),
        ("_ = SecCodeCopySigningInformation", "SecCodeCopySigningInformation", "no signatures"),
        ("_ = SecTaskCreateFromSelf(nil)", "SecTaskCreateFromSelf", "Keychain.Configuration"),
        ("_ = SecItemExport", "SecItemExport", "SecKeyCopyExternalRepresentation"),
        ("_ = SecItemImport", "SecItemImport", "SecPKCS12Import"),
        ("var f: SecExternalFormat?", "SecExternalFormat", "SecCertificateCopyData"),
        ("_ = SecCertificateCopyValues", "SecCertificateCopyValues", "swift-certificates"),
        ("var d: CMSDecoder?", "CMSDecoder", "swift-certificates"),
        ("_ = CMSDecoderCreate", "CMSDecoderCreate", "swift-certificates"),
        ("_ = CMSDecoderUpdateMessage", "CMSDecoderUpdateMessage", "swift-certificates"),
        ("_ = CMSDecoderFinalizeMessage", "CMSDecoderFinalizeMessage", "swift-certificates"),
        ("_ = CMSDecoderCopySignerStatus", "CMSDecoderCopySignerStatus", "swift-certificates"),
        ("_ = CMSDecoderCopyContent", "CMSDecoderCopyContent", "swift-certificates"),
        ("_ = CMSDecoderIsContentEncrypted", "CMSDecoderIsContentEncrypted", "openssl cms"),
        ("var e: CMSEncoder?", "CMSEncoder", "swift-certificates"),
        ("_ = CMSEncoderCreate", "CMSEncoderCreate", "swift-certificates"),
        ("_ = CMSEncoderAddSigners", "CMSEncoderAddSigners", "swift-certificates"),
        ("_ = CMSEncoderAddRecipients", "CMSEncoderAddRecipients", "openssl cms"),
        ("_ = CMSEncodeContent", "CMSEncodeContent", "swift-certificates"),
    ]

    /// One run of the compiler for all: each line of code is a line of its messages.
    @Test func adviseWhatToUse() throws {
        let messages = try SwiftCompiler.errors(
            in: Self.table.map(\.code),
            importing: "PortableSecurity"
        )
        for (line, row) in Self.table.enumerated() {
            let said = messages[line, default: []]
            let isSaid = said.contains {
                $0.contains("'\(row.name)' is unavailable: ") && $0.contains(row.advice)
            }
            #expect(isSaid, "\(row.code): \(said)")
        }
    }

    /// The check itself: code without such names compiles.
    @Test func leavesOtherCodeAlone() throws {
        let messages = try SwiftCompiler.errors(
            in: ["_ = SecItemDelete", "_ = errSecParam"],
            importing: "PortableSecurity"
        )
        #expect(messages.isEmpty)
    }
}
