@testable import PortableKeychain

/// Certificates below a root, and answers about the first of them, which the openssl command makes.
struct TestResponder {
    /// The certificate that signs: 0 is the root, 1 the one in question.
    enum Signer: Int, Sendable {
        case root
        case leaf
        /// One that the root made for that purpose.
        case delegate
        /// One for another purpose.
        case server
        /// One of another root of the same name, for the purpose.
        case stranger
        /// One for the purpose, which expires tomorrow.
        case late
    }

    let openSSL: OpenSSL
    /// The root first, then as the signers.
    let certificates: [X509Certificate]

    var root: X509Certificate { certificates[0] }
    var leaf: X509Certificate { certificates[1] }

    private static let purposes = [
        "basicConstraints = critical,CA:true", "subjectAltName = DNS:corp.example",
        "extendedKeyUsage = OCSPSigning", "extendedKeyUsage = serverAuth,anyExtendedKeyUsage",
        "extendedKeyUsage = OCSPSigning", "extendedKeyUsage = OCSPSigning",
    ]

    init() throws {
        openSSL = try OpenSSL()
        for (place, purpose) in Self.purposes.enumerated() {
            let key = ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out"]
            try openSSL.run(key + ["\(place).key"])
            let configuration = """
                [req]
                prompt = no
                distinguished_name = subject
                x509_extensions = extensions
                [subject]
                CN = Certificate \(place)
                [extensions]
                \(purpose)
                """
            try openSSL.write(Array(configuration.utf8), "\(place).cnf")
            let request = ["req", "-x509", "-new", "-key", "\(place).key", "-config"]
            var issuer = place == 0 ? [] : ["-CA", "0.pem", "-CAkey", "0.key"]
            if place == Signer.stranger.rawValue {
                // Its root has the name of the true one, and another key.
                try openSSL.run(request + ["0.cnf", "-days", "9", "-out", "false.pem"])
                issuer = ["-CA", "false.pem", "-CAkey", "\(place).key"]
            }
            try openSSL.run(
                request + ["\(place).cnf", "-set_serial", "\(place + 1)", "-out", "\(place).pem"]
                    + ["-days", place == Signer.late.rawValue ? "1" : "9"] + issuer
            )
        }
        let openSSL = openSSL
        certificates = try Self.purposes.indices.flatMap {
            try X509Certificate.all(in: openSSL.read("\($0).pem"))
        }
        try openSSL.run(
            "ocsp",
            "-issuer",
            "0.pem",
            "-cert",
            "1.pem",
            "-no_nonce",
            "-reqout",
            "request.der"
        )
        try openSSL.run(
            "ocsp",
            "-issuer",
            "0.pem",
            "-sha256",
            "-cert",
            "1.pem",
            "-no_nonce",
            "-reqout",
            "request-sha256.der"
        )
    }

    /// An answer.
    ///
    /// - Parameters:
    ///   - status: The line of openssl's index about the certificate, except for its number; `nil`
    ///     for none.
    ///   - signer: The signer.
    ///   - options: More options of the command.
    ///   - request: The file of the request.
    /// - Returns: The response in DER.
    /// - Throws: A failure of the command.
    func answer(
        _ status: String?,
        by signer: Signer = .root,
        _ options: [String] = ["-ndays", "7"],
        request: String = "request.der"
    ) throws -> [UInt8] {
        let number = status == nil ? "0F" : "02"
        let line = "\(status ?? Self.good)\t\(number)\tunknown\t/CN=Certificate 1\n"
        try openSSL.write(Array(line.utf8), "index.txt")
        try openSSL.run(
            ["ocsp", "-index", "index.txt", "-CA", "0.pem", "-reqin", request]
                + ["-rsigner", "\(signer.rawValue).pem", "-rkey", "\(signer.rawValue).key"]
                + ["-respout", "response.der"] + options
        )
        return try openSSL.read("response.der")
    }

    static let good = "V\t361231000000Z\t"
    static let revoked = "R\t361231000000Z\t261101000000Z,keyCompromise"
    static let revokedWithoutReason = "R\t361231000000Z\t261101000000Z"
}
