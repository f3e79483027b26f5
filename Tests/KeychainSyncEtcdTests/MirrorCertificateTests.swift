#if Fleet && os(Linux)
    import Foundation
    import KeychainLibC
    import KeychainSync
    import KeychainSyncEtcd
    import Testing

    /// The certificates of servers from which mirrors are read.
    @Suite(.enabled(if: SecureFileServer.isInstalled)) struct MirrorCertificateTests {
        private func read(
            _ server: SecureFileServer,
            _ authority: [UInt8],
            host: String = "127.0.0.1"
        ) async throws -> (file: [UInt8]?, trouble: EngineTrouble?) {
            let address = try MirrorAddress("mirror+https://\(host):\(server.port)")
            let settings = try MirrorConfiguration(address: address, authority: authority)
            let transfer = MirrorTransfer(settings)
            do throws(EngineFailure) {
                let files = try await transfer.read(["stamp"], limit: 100)
                return (files["stamp"], transfer.trouble)
            } catch {
                return (nil, transfer.trouble)
            }
        }

        @Test func areOfTheAuthorityInTheSettings() async throws {
            let server = try SecureFileServer(["stamp": "new"])
            defer { server.end() }
            let good = try await read(server, try server.certificates("authority"))
            #expect(good.file == Array("new".utf8))
            #expect(good.trouble == nil)
            // Another authority, one that is none, and those that this machine trusts.
            for authority in [try server.certificates("other"), Array("none".utf8), []] {
                let bad = try await read(server, authority)
                #expect(bad.file == nil)
                #expect(bad.trouble == .mirrorCertificate)
            }
            // The name in the certificate counts too: it is for 127.0.0.1.
            let other = try await read(
                server,
                try server.certificates("authority"),
                host: "localhost"
            )
            #expect(other.file == nil)
            #expect(other.trouble == .mirrorCertificate)
        }
    }

    /// A server of files over TLS: the one that `openssl` has for tests.
    private final class SecureFileServer {
        private static let program = "/usr/bin/openssl"
        static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

        let port: Int
        private let folder: String
        private let process = Process()
        private let lifeline = Pipe()

        /// - Parameter files: The files that it has.
        /// - Throws: An error if it does not start.
        init(_ files: [String: String]) throws {
            folder = NSTemporaryDirectory() + "/files-" + UUID().uuidString.prefix(8)
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            try TestCertificates.make(in: folder)
            for (name, text) in files {
                try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
            }
            let output = Pipe()
            process.executableURL = URL(filePath: "/bin/sh")
            // It chooses a free port, and says which one. It ends with the process of the tests, too.
            process.arguments = [
                "-c", #""$@" </dev/null & read -r nothing; kill -9 $!"#, "files",
                Self.program, "s_server", "-accept", "127.0.0.1:0", "-cert", "server.pem", "-key",
                "server.key",
                "-WWW",
            ]
            process.currentDirectoryURL = URL(filePath: folder)
            _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
            process.standardInput = lifeline
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            var said = ""
            while !said.hasSuffix("\n") || !said.contains("ACCEPT ") {
                let bytes = output.fileHandleForReading.availableData
                guard !bytes.isEmpty else { throw EtcdCluster.Failure.notReady }
                said += String(decoding: bytes, as: UTF8.self)
            }
            guard let number = said.split(separator: ":").last.flatMap({ Int($0.dropLast()) })
            else {
                throw EtcdCluster.Failure.noPort
            }
            port = number
        }

        func certificates(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name).pem")))
        }

        func end() {
            try? lifeline.fileHandleForWriting.close()
            process.waitUntilExit()
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
#endif
