import Foundation
import PortableKeychain
import TestRounds
import Testing

/// An identity with its chain goes from a file into a keychain, and from there into a file.
@Suite(.thorough) struct IdentityChainTests {
    @Test(arguments: [
        (["--chain"], ["Chain leaf", "Chain authority", "Chain root"]), ([], ["Chain leaf"]),
    ])
    func isExportedWhenAskedFor(_ options: [String], _ names: [String]) throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["copy", "chain.p12"])
            let imported = try tool.run(["identity", "import", "chain.p12"], input: "s3cret\n")
            #expect(imported.status == 0)
            let exported = try tool.run(
                ["identity", "export", "--label", "Chained"] + options,
                input: "out\n"
            )
            #expect(exported.status == 0)
            let bundle = try PKCS12(exported.output, passphrase: SecretBytes(utf8: "out"))
            let identity = try #require(bundle.identities.first)
            #expect(identity.chain.map(\.subjectSummary) == names)
            #expect(bundle.certificates.map(\.subjectSummary) == names)

            let printed = try tool.run(["certificate", "export", "--label", "Chained"] + options)
            #expect(try X509Certificate.all(in: printed.output) == identity.chain)
        }
    }
}
