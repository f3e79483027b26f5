#if TPM && os(Linux)
    import Foundation
    import KeychainctlKit
    import PortableKeychain

    @testable import KeychainTPM

    /// keychainctl and keychain-tpm as they are installed, with a home of their own and a chip.
    final class TPMTool: @unchecked Sendable {
        struct Outcome {
            let status: Int32
            let output: String
            let complaints: String
        }

        /// The chip that the tool uses now.
        var chip: TPMSimulator
        /// The folder of the programs: that of the build, or one with others beside them.
        var programs = TPMTool.programs
        let home: String
        private let files = FileManager.default

        init() throws {
            chip = try TPMSimulator()
            home = NSTemporaryDirectory() + "/tool-" + UUID().uuidString.prefix(8)
            try files.createDirectory(atPath: home, withIntermediateDirectories: true)
        }

        deinit {
            try? forgetKeys(in: home)
            for path in [home, home + "-copy"] { try? files.removeItem(atPath: path) }
        }

        /// The folder of the keychains.
        var folder: String { home + "/data/portable-keychain" }

        static let programs: String = {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let tests = bundle?.bundleURL ?? Bundle.main.executableURL
            return tests?.deletingLastPathComponent().path ?? ""
        }()

        private func environment(_ more: [String: String]) -> [String: String] {
            let own = [
                "HOME": home, "XDG_DATA_HOME": home + "/data", "PATH": "/usr/bin:/bin",
                "KEYCHAIN_TPM_INTERFACE": chip.interface,
            ]
            return own.merging(more) { $1 }
        }

        /// Starts a command, to be waited for or killed.
        func start(
            _ words: [String],
            input: String = "",
            output: Any = FileHandle.nullDevice,
            complaints: Any = FileHandle.nullDevice,
            with more: [String: String] = [:]
        ) throws -> Process {
            let (process, lines) = (Process(), Pipe())
            process.executableURL = URL(filePath: programs + "/keychainctl")
            process.arguments = words
            process.environment = environment(more)
            process.currentDirectoryURL = URL(filePath: home)
            process.standardInput = lines
            process.standardOutput = output
            process.standardError = complaints
            try process.run()
            try lines.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try lines.fileHandleForWriting.close()
            return process
        }

        func run(_ words: String..., input: String = "") throws -> Outcome {
            try run(words, input: input)
        }

        func run(
            _ words: [String],
            input: String = "",
            with more: [String: String] = [:]
        ) throws -> Outcome {
            let (output, complaints) = (Pipe(), Pipe())
            let process = try start(
                words,
                input: input,
                output: output,
                complaints: complaints,
                with: more
            )
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            let errors = try complaints.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Outcome(
                status: process.terminationStatus,
                output: String(decoding: text, as: UTF8.self),
                complaints: String(decoding: errors, as: UTF8.self)
            )
        }

        /// Lets the kernel forget the device key, as a lock of the keychain or a login would.
        func forgetUnsealedKey() throws {
            let path = folder + "/device.tpm"
            guard let file = try? Data(contentsOf: URL(filePath: path)), file.count > 24 else {
                return
            }
            let identifier = file[8..<24].map { String(Int($0) + 256, radix: 16).dropFirst() }
                .joined()
            try? KernelKeyRetention().drop("portable-keychain:device:" + identifier)
        }

        /// Removes the keychains in a folder, with the keys that the kernel has of them.
        func forgetKeys(in folder: String) throws {
            try forgetUnsealedKey()
            for case let name as String in files.enumerator(atPath: folder) ?? .init()
            where name.hasSuffix(".keychain") {
                try? Keychain.remove(
                    .file(folder + "/" + name),
                    configuration: Keychain.Configuration(folder: self.folder)
                )
            }
        }

        /// Copies the folder of the keychains.
        func copyFolder() throws {
            try? files.removeItem(atPath: home + "-copy")
            try files.copyItem(atPath: folder, toPath: home + "-copy")
        }

        /// Puts the copy in the place of the folder, as a restore does.
        func putFolderBack() throws {
            try forgetUnsealedKey()
            try files.removeItem(atPath: folder)
            try files.copyItem(atPath: home + "-copy", toPath: folder)
        }

        /// Binds a keychain with one item; returns the recovery key.
        func bind() throws -> String {
            _ = try run("set", "--service", "a", input: "s3cret")
            let recovery = try run("tpm", "recovery").output
            let bound = try run("tpm", "bind", input: recovery)
            guard bound.status == 0 else { throw Failure(.usage, bound.complaints, advice: "") }
            return recovery
        }
    }
#endif
