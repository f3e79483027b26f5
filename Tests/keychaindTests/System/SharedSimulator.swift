#if Agent && TPM && os(Linux)
    import TestRounds
    import Foundation

    /// A TPM in software, which one user can reach.
    final class SharedSimulator: @unchecked Sendable {
        private let folder: String
        private let user: UInt32
        private var process = Process()
        private var socket: String { folder + "/s" }
        var interface: String { "swtpm:path=\(socket)" }

        static let program = ["/usr/bin/swtpm", "/usr/local/bin/swtpm"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        init(of user: UInt32) throws {
            self.user = user
            folder = "/tmp/z-" + UUID().uuidString.prefix(8)
            try start()
        }

        deinit {
            end()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Puts a new chip in the place of this one, as clearing it does.
        func replace() throws {
            end()
            try FileManager.default.removeItem(atPath: folder)
            try start()
        }

        private func start() throws {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: false
            )
            chown(folder, user, user)
            process = Process()
            process.executableURL = URL(filePath: "/usr/bin/setpriv")
            process.arguments = [
                "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups",
                Self.program ?? "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(folder)",
                "--server", "type=unixio,path=\(socket)",
                "--ctrl", "type=unixio,path=\(socket).ctrl",
                "--flags", "not-need-init,startup-clear",
            ]
            process.currentDirectoryURL = URL(filePath: "/")
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            waits { access(socket, F_OK) == 0 }
        }

        private func end() {
            guard process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
#endif
