import Foundation
import Testing

@testable import PortableKeychain

/// Bundles that the openssl command makes and reads (item-semantics.md §6.8).
@Suite(.enabled(if: BundleMaker.isInstalled, "needs the openssl command"))
struct PKCS12Tests {
    static let forms: [[String]] = [
        [], ["-iter", "1"],
        ["-macalg", "sha1"], ["-macalg", "sha384"], ["-macalg", "sha512"],
        ["-keypbe", "AES-128-CBC", "-certpbe", "AES-192-CBC"],
        ["-certpbe", "NONE"], ["-keypbe", "NONE", "-certpbe", "NONE"],
        ["-name", "a name", "-CSP", "ignored"],
        ["-legacy"], ["-legacy", "-descert"],
        ["-legacy", "-keypbe", "PBE-SHA1-2DES", "-certpbe", "PBE-SHA1-RC2-128"],
        ["-legacy", "-keypbe", "PBE-SHA1-RC4-128", "-certpbe", "PBE-SHA1-RC4-40"],
        ["-legacy", "-keypbe", "PBE-SHA1-RC2-40", "-certpbe", "PBE-SHA1-3DES"],
    ]

    @Test(arguments: forms)
    func reads(form: [String]) throws {
        try BundleMaker.inFolder { maker in
            try maker.makeIdentity()
            let bytes = try maker.bundle(form, passphrase: "Zurück")
            let bundle = try PKCS12(bytes, passphrase: phrase("Zurück"))
            let identity = try #require(bundle.identities.first)
            #expect(bundle.identities.count == 1)
            #expect(identity.certificate.commonName == "Bundle")
            #expect(try identity.certificate.publicKey() == identity.privateKey.publicKey)
            #expect(bundle.certificates == [identity.certificate])
            #expect(identity.chain == [identity.certificate])
            #expect(identity.friendlyName == (form.contains("-name") ? "a name" : nil))
            #expect(identity.localKeyID?.count == 20)
        }
    }

    /// A key without its certificate is no identity, and is not lost.
    @Test(arguments: [[], ["-keypbe", "NONE"], ["-name", "alone"]] as [[String]])
    func readsLoneKeys(form: [String]) throws {
        try BundleMaker.inFolder { maker in
            try maker.makeIdentity()
            let bytes = try maker.bundle(["-nocerts"] + form, passphrase: "p")
            let bundle = try PKCS12(bytes, passphrase: phrase("p"))
            #expect(bundle.identities.isEmpty && bundle.certificates.isEmpty)
            let whole = try PKCS12(try maker.bundle([], passphrase: "p"), passphrase: phrase("p"))
            #expect(whole.loneKeys.isEmpty)
            #expect(bundle.loneKeys.map(\.material) == whole.identities.map(\.privateKey))
            let name = form.contains("alone") ? "alone" : nil
            #expect(bundle.loneKeys.first?.friendlyName == name)
            #expect(bundle.secretCount == 0 && bundle.unknownCount == 0)
        }
    }

    /// Bags of other kinds are counted, except revocation lists, which hold no secret.
    @Test(arguments: [(4, 0, 0), (5, 1, 0), (7, 0, 1)] as [(UInt8, Int, Int)])
    func countsOtherBags(kind: UInt8, secrets: Int, unknown: Int) throws {
        // A sequence of one bag: its kind (RFC 7292, 4.2), and an empty sequence as its value.
        let name: [UInt8] = [
            0x06, 0x0B, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x0A, 0x01, kind,
        ]
        let bag: [UInt8] = name + [0xA0, 0x02, 0x30, 0x00]
        let bytes: [UInt8] = [0x30, UInt8(bag.count + 2), 0x30, UInt8(bag.count)] + bag
        var contents = SafeContents()
        try contents.read(bytes[...], try BundlePassphrase(phrase("p")))
        #expect(contents.secretCount == secrets)
        #expect(contents.unknownCount == unknown)
    }

    @Test func failsAsSpecified() throws {
        try BundleMaker.inFolder { maker in
            try maker.makeIdentity()
            let bytes = try maker.bundle([], passphrase: "right")
            expect(bytes, "wrong", .authenticationFailed)
            expect(bytes, "", .authenticationFailed)
            expect(try maker.bundle(["-nomac"], passphrase: "right"), "right", .undecodable)
            expect(Array(bytes.dropLast()), "right", .undecodable)
            expect(bytes + [0], "right", .undecodable)
            expect([], "right", .undecodable)
            let empty = try maker.bundle([], passphrase: "")
            #expect(try PKCS12(empty, passphrase: phrase("")).identities.count == 1)
        }
    }

    /// The answer for any change of one byte is one of the two specified, or the same content.
    @Test func survivesAlteredBytes() throws {
        try BundleMaker.inFolder { maker in
            try maker.makeIdentity()
            for form in [["-iter", "1"], ["-iter", "1", "-legacy"]] {
                let bytes = try maker.bundle(form, passphrase: "p")
                for place in bytes.indices {
                    var altered = bytes
                    altered[place] ^= UInt8(1 << (place % 8))
                    judge(altered)
                    if place % 7 == 0 { judge(Array(bytes.prefix(place))) }
                }
            }
        }
    }

    @Test func writesWhatOpenSSLReads() throws {
        try BundleMaker.inFolder { maker in
            try maker.makeIdentity()
            let read = try PKCS12(try maker.bundle([], passphrase: "a"), passphrase: phrase("a"))
            let identity = try #require(read.identities.first)
            let written = try PKCS12.encode(
                certificate: identity.certificate,
                privateKey: identity.privateKey,
                chain: [],
                friendlyName: "Tür",
                passphrase: phrase("öffnen"),
                rounds: 2048
            )
            let again = try PKCS12(written, passphrase: phrase("öffnen"))
            #expect(again.identities.first?.privateKey == identity.privateKey)
            #expect(again.identities.first?.friendlyName == "Tür")
            #expect(again.certificates == read.certificates)
            try maker.write(written, "ours.p12")
            try maker.run([
                "pkcs12", "-in", "ours.p12", "-passin", "pass:öffnen", "-nodes", "-out", "all.pem",
            ])
            try maker.run(["pkey", "-in", "all.pem", "-outform", "DER", "-out", "a.der"])
            try maker.run(["pkey", "-in", "key.pem", "-outform", "DER", "-out", "b.der"])
            #expect(try maker.read("a.der") == maker.read("b.der"))
        }
    }

    @Test func refusesStrangeKeys() throws {
        try BundleMaker.inFolder { maker in
            try maker.makeIdentity()
            let read = try PKCS12(try maker.bundle([], passphrase: "a"), passphrase: phrase("a"))
            let certificate = try #require(read.certificates.first)
            let other = try KeyMaterial.generate(.p256)
            for key in [other, try certificate.publicKey()] {
                #expect(throws: KeychainError(.invalidParameter)) {
                    try PKCS12.encode(
                        certificate: certificate,
                        privateKey: key,
                        passphrase: phrase("a")
                    )
                }
            }
        }
    }

    private func expect(
        _ bytes: [UInt8],
        _ passphrase: String,
        _ code: KeychainError.Code,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: KeychainError(code), sourceLocation: sourceLocation) {
            try PKCS12(bytes, passphrase: phrase(passphrase))
        }
    }

    private func judge(_ bytes: [UInt8]) {
        do throws(KeychainError) {
            let bundle = try PKCS12(bytes, passphrase: phrase("p"))
            #expect(bundle.identities.count == 1)
        } catch {
            #expect(error.code == .undecodable || error.code == .authenticationFailed)
        }
    }
}

private func phrase(_ text: String) -> SecretBytes {
    SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
}

/// The openssl command in a temporary folder of its own.
private struct BundleMaker {
    struct Failure: Error {
        let arguments: [String]
        let output: String
    }

    let folder: URL

    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
    private static let path = "/usr/bin/openssl"

    static func inFolder(_ body: (BundleMaker) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("bundle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(BundleMaker(folder: folder))
    }

    func makeIdentity() throws {
        try run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=Bundle", "-days", "3", "-keyout", "key.pem", "-out", "cert.pem",
        ])
    }

    func bundle(_ form: [String], passphrase: String) throws -> [UInt8] {
        try run(
            ["pkcs12", "-export", "-inkey", "key.pem", "-in", "cert.pem", "-out", "bundle.p12"]
                + ["-passout", "pass:\(passphrase)"] + form
        )
        return try read("bundle.p12")
    }

    func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(arguments: arguments, output: String(decoding: bytes, as: UTF8.self))
        }
    }

    func read(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
}
