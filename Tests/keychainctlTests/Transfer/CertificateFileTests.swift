import Foundation
import Testing

/// Files of certificates that `security export` writes, as OpenSSL reads them.
@Suite struct CertificateFileTests {
    @Test(arguments: [
        ("-f pkcs7", "openssl pkcs7 -inform der -in out -print_certs"),
        ("-f pkcs7 -p", "openssl pkcs7 -in out -print_certs"),
        ("-f netscape", "openssl nseq -in out.pem"),
    ])
    func writesWhatOpenSSLReads(_ options: String, _ reader: String) throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["copy", "certificate.pem"])
            try tool.link("security")
            // The sequence is read as text only.
            let armor =
                "{ echo '-----BEGIN CERTIFICATE-----'; base64 out; echo '-----END CERTIFICATE-----'; }"
            let line = """
                set -e; PATH="$HOME/bin:$PATH"
                security import certificate.pem
                security export -t certs \(options) -o out 2>/dev/null
                \(armor) > out.pem
                \(reader) | openssl x509 -noout -subject
                """
            let outcome = try tool.runInShell(line)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text.contains("Example"), "\(outcome.text)")
        }
    }
}
