import Foundation

@testable import PortableKeychain

/// A chain below an authority with constraints on names, which the openssl command makes.
struct ConstrainedChain: Sendable {
    /// One certificate: its subject as lines of a configuration, and its extensions.
    struct Link: Sendable {
        let subject: String
        let extensions: String
        /// The form of the texts in the subject, as openssl names it.
        var texts = "utf8only"
        var days = 9
    }

    /// The root first, the certificate in question last.
    let links: [Link]
    /// Whether each certificate has a key of its own, in `0.key` and so on, instead of one for all.
    var hasOwnKeys = false

    private func key(_ place: Int) -> String { hasOwnKeys ? "\(place).key" : "key.pem" }

    /// Makes the certificates, and returns them with the root first.
    func made(by openSSL: OpenSSL) throws -> [X509Certificate] {
        for name in Set(links.indices.map(key)) {
            try openSSL.run(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", name])
        }
        for (place, link) in links.enumerated() {
            try openSSL.write(Array(configuration(of: link).utf8), "\(place).cnf")
            let issuer = place > 0 ? ["-CA", "\(place - 1).pem", "-CAkey", key(place - 1)] : []
            try openSSL.run(
                ["req", "-x509", "-new", "-key", key(place), "-config", "\(place).cnf", "-utf8"]
                    + ["-days", "\(link.days)", "-set_serial", "\(place + 1)"]
                    + ["-out", "\(place).pem"] + issuer
            )
        }
        return try links.indices.flatMap { try X509Certificate.all(in: openSSL.read("\($0).pem")) }
    }

    /// Whether openssl accepts the certificates that it made.
    func isVerified(by openSSL: OpenSSL) throws -> Bool {
        let middle = links.indices.dropFirst().dropLast()
        let others = try middle.flatMap { try openSSL.read("\($0).pem") }
        try openSSL.write(others, "others.pem")
        let last = links.count - 1
        let untrusted = others.isEmpty ? [] : ["-untrusted", "others.pem"]
        do {
            try openSSL.run(["verify", "-CAfile", "0.pem"] + untrusted + ["\(last).pem"])
            return true
        } catch is OpenSSL.Failure {
            return false
        }
    }

    private func configuration(of link: Link) -> String {
        """
        [req]
        prompt = no
        distinguished_name = subject
        x509_extensions = extensions
        string_mask = \(link.texts)
        [subject]
        \(link.subject)
        [extensions]
        \(link.extensions)
        [corp]
        O = Corp
        [other]
        O = Other
        """
    }
}
