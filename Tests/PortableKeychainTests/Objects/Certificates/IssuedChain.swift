import Foundation

@testable import PortableKeychain

/// A root, an authority below it, and a certificate below that, each with a key of its own, which
/// the openssl command makes.
struct IssuedChain {
    let root: X509Certificate
    let authority: X509Certificate
    let identity: IdentityMaterial

    /// The certificate, and its issuers in their order.
    var certificates: [X509Certificate] { [identity.certificate, authority, root] }

    init(by openSSL: OpenSSL) throws {
        root = try openSSL.certificate("root", subject: "/CN=Root", isAuthority: true)
        authority = try openSSL.certificate(
            "authority",
            subject: "/CN=Authority",
            isAuthority: true,
            issuer: "root"
        )
        identity = try IdentityMaterial(
            certificate: openSSL.certificate("leaf", subject: "/CN=Leaf", issuer: "authority"),
            privateKey: openSSL.key("leaf.key")
        )
    }
}

extension OpenSSL {
    /// Makes a certificate `NAME.pem`, and its key `NAME.key` unless there is one.
    func certificate(
        _ name: String,
        subject: String,
        isAuthority: Bool = false,
        issuer: String? = nil,
        key: String? = nil,
        days: Int = 9,
        digest: String = "sha256"
    ) throws -> X509Certificate {
        let key = "\(key ?? name).key"
        if (try? read(key)) == nil {
            try run(
                "genpkey",
                "-algorithm",
                "EC",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-out",
                key
            )
        }
        let signer = issuer.map { ["-CA", "\($0).pem", "-CAkey", "\($0).key"] } ?? []
        try run(
            ["req", "-x509", "-new", "-key", key, "-subj", subject, "-days", "\(days)"]
                + ["-\(digest)", "-out", "\(name).pem"] + signer
                + ["-addext", "basicConstraints=critical,CA:\(isAuthority ? "TRUE" : "FALSE")"]
        )
        guard let made = try X509Certificate.all(in: read("\(name).pem")).first else {
            throw Failure(arguments: [name], text: "no certificate")
        }
        return made
    }
}
