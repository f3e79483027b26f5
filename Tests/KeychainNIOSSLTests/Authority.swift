#if NIO
    import Foundation
    import PortableKeychain

    /// A root and an authority below it, made by the openssl command, which issue certificates of
    /// servers and clients.
    final class Authority {
        struct Failure: Error {
            let arguments: [String]
            let text: String
        }

        let root: X509Certificate
        let middle: X509Certificate
        private let folder = FileManager.default.temporaryDirectory
            .appending(path: "authority-\(UUID().uuidString)")

        init(_ name: String) throws {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            for authority in ["root", "middle"] {
                try Self.run(
                    ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
                        + ["-out", "\(authority).key"],
                    in: folder
                )
            }
            let request = ["req", "-x509", "-new", "-days", "9"]
            let isAuthority = ["-addext", "basicConstraints=critical,CA:TRUE"]
            try Self.run(
                request + ["-key", "root.key", "-subj", "/CN=\(name) root", "-out", "root.pem"]
                    + isAuthority,
                in: folder
            )
            try Self.run(
                request + ["-key", "middle.key", "-subj", "/CN=\(name)", "-out", "middle.pem"]
                    + ["-CA", "root.pem", "-CAkey", "root.key"] + isAuthority,
                in: folder
            )
            root = try Self.certificate("root.pem", in: folder)
            middle = try Self.certificate("middle.pem", in: folder)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Issues a certificate for a key, wherever its private half is.
        func certificate(
            _ name: String,
            for publicKey: KeyMaterial,
            hosts: String = "DNS:localhost",
            uses: String = "serverAuth,clientAuth",
            days: Int = 9
        ) throws -> X509Certificate {
            try Data(publicKey.publicKey.pem().data()).write(
                to: folder.appending(path: "public.pem")
            )
            let extensions = """
                subjectAltName=\(hosts)
                extendedKeyUsage=\(uses)
                basicConstraints=critical,CA:FALSE
                """
            try Data(extensions.utf8).write(to: folder.appending(path: "extensions"))
            try Self.run(
                ["x509", "-new", "-force_pubkey", "public.pem", "-subj", "/CN=\(name)"]
                    + ["-CA", "middle.pem", "-CAkey", "middle.key", "-extfile", "extensions"]
                    + ["-days", "\(days)", "-out", "issued.pem"],
                in: folder
            )
            return try Self.certificate("issued.pem", in: folder)
        }

        private static func certificate(_ name: String, in folder: URL) throws -> X509Certificate {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            guard let read = try X509Certificate.all(in: bytes).first else {
                throw Failure(arguments: [name], text: "no certificate")
            }
            return read
        }

        private static func run(_ arguments: [String], in folder: URL) throws {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            process.currentDirectoryURL = folder
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw Failure(arguments: arguments, text: String(decoding: text, as: UTF8.self))
            }
        }

        /// Version 3, which makes certificates for keys of which it has only the public half.
        static let isPresent = canIssue()

        private static func canIssue() -> Bool {
            do {
                _ = try Authority("Presence").certificate("a", for: .generate(.p256))
                return true
            } catch {
                return false
            }
        }
    }

    extension Keychain {
        /// Stores a new identity of an authority with its chain, named `server` or `client`.
        func addIdentity(
            _ name: String,
            of authority: Authority,
            key: KeySpecification = .p256,
            heldBy holder: KeychainKeys.Holder = .keychain,
            hosts: String = "DNS:localhost",
            uses: String = "serverAuth,clientAuth",
            days: Int = 9
        ) throws {
            let made = try keys.generate(key, for: KeyItem(tag: name), heldBy: holder)
            let certificate = try authority.certificate(
                name,
                for: made,
                hosts: hosts,
                uses: uses,
                days: days
            )
            // The private half stays as it is; the certificates of issuers are stored once.
            try identities.add(
                IdentityMaterial(certificate: certificate, privateKey: made),
                chain: [authority.middle, authority.root],
                for: IdentityItem(tag: name, label: name)
            )
        }
    }
#endif
