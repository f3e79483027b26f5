#if TPM && os(Linux)
    import CKeychainTSS2
    import Foundation
    import PortableKeychain
    import Testing

    @testable import KeychainTPM

    /// A TPM in software, in a process and a folder of its own.
    ///
    /// It has no resource manager: the objects that a call leaves in it obstruct the next ones.
    final class TPMSimulator: @unchecked Sendable {
        let folder: String
        private var process = Process()
        private let none: ESYS_TR = 0xFFF
        private let password: ESYS_TR = 0x0FF
        private let lockout: ESYS_TR = 0x10A

        private let recordsBus: Bool

        /// Starts a new chip.
        ///
        /// - Parameter recordsBus: Whether ``bus()`` is recorded.
        /// - Throws: The system's message if the simulator cannot be started.
        init(recordsBus: Bool = false) throws {
            self.recordsBus = recordsBus
            // A simulator that has ended makes writing to it a signal.
            signal(SIGPIPE, SIG_IGN)
            folder = NSTemporaryDirectory() + "/tpm-" + UUID().uuidString.prefix(8)
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            try start()
        }

        deinit {
            kill()
            try? FileManager.default.removeItem(atPath: folder)
        }

        static let program = ["/usr/bin/swtpm", "/usr/local/bin/swtpm"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        private var socketPath: String { folder + "/s" }
        private var logPath: String { folder + "/log" }
        var interface: String { "swtpm:path=\(socketPath)" }
        var token: TPM2 { TPM2(interface: interface) }

        /// Turns the chip on: with the state of its folder, and after a reset of its registers.
        func start() throws {
            process = Process()
            process.executableURL = URL(filePath: try #require(Self.program))
            process.arguments = [
                "socket", "--tpm2", "--tpmstate", "dir=\(folder)",
                "--server", "type=unixio,path=\(socketPath)",
                "--ctrl", "type=unixio,path=\(socketPath).ctrl",
                "--flags", "not-need-init,startup-clear",
            ]
            if recordsBus {
                process.arguments? += ["--log", "level=20,file=\(logPath)"]
            }
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            for _ in 0..<500 where (try? TPMConnection(interface)) == nil { usleep(10_000) }
        }

        /// Each command and answer so far, as an attacker on the wires between processor and chip
        /// sees them.
        func bus() throws -> [UInt8] {
            var bytes: [UInt8] = []
            let log = try String(contentsOfFile: logPath, encoding: .utf8)
            for line in log.split(separator: "\n") {
                let words = line.split(separator: " ")
                let values = words.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
                if values.count == words.count { bytes += values }
            }
            return bytes
        }

        /// Ends it without a warning.
        func kill() {
            guard process.isRunning else { return }
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            for name in [socketPath, socketPath + ".ctrl"] {
                try? FileManager.default.removeItem(atPath: name)
            }
        }

        /// Turns the machine off and on.
        ///
        /// In order, as systems do: a chip that loses power after the right PIN was used counts that
        /// as a wrong one (TPM 2.0 Library, part 1, 19.8.6).
        func restart() throws {
            try call { Esys_Shutdown($0, none, none, none, 0) }
            kill()
            try start()
        }

        /// Turns a chip on that was killed.
        func startAgain() throws { if !process.isRunning { try start() } }

        /// Lets something happen that changes a register, as an update of the firmware does.
        func extend(_ register: UInt8) throws {
            var values = TPML_DIGEST_VALUES()
            values.count = 1
            values.digests.0.hashAlg = 0x000B
            withUnsafeMutableBytes(of: &values.digests.0.digest) { $0[0] = 1 }
            try call { Esys_PCR_Extend($0, ESYS_TR(register), password, none, none, &values) }
        }

        /// Clears the chip, as its owner may: all its keys are new.
        func clear() throws { try call { Esys_Clear($0, lockout, password, none, none) } }

        /// Changes how many PINs may be wrong, and after how many seconds one is forgotten.
        func allowGuesses(_ count: UInt32, forgetAfter seconds: UInt32) throws {
            try call {
                Esys_DictionaryAttackParameters(
                    $0,
                    lockout,
                    password,
                    none,
                    none,
                    count,
                    seconds,
                    seconds
                )
            }
        }

        /// Sets the owner's password.
        func setOwnerPassword() throws {
            var secret = TPM2B_AUTH()
            secret.size = 1
            withUnsafeMutableBytes(of: &secret.buffer) { $0[0] = 7 }
            try call { Esys_HierarchyChangeAuth($0, 0x101, password, none, none, &secret) }
        }

        /// Makes something in the permanent memory, as another program of the machine does.
        func define(
            _ index: UInt32,
            attributes: UInt32,
            _ authorization: SecretBytes = SecretBytes([1])
        ) throws {
            var place = TPM2B_NV_PUBLIC()
            place.nvPublic.nvIndex = index
            place.nvPublic.nameAlg = 0x000B
            place.nvPublic.attributes = attributes
            place.nvPublic.dataSize = 8
            var secret = TPMCoding.value(authorization)
            var value: ESYS_TR = 0
            try call {
                Esys_NV_DefineSpace($0, 0x101, password, none, none, &secret, &place, &value)
            }
        }

        /// Keeps the storage root key in the chip, as an administrator does.
        func keepRoot() throws {
            let connection = try TPMConnection(interface)
            let session = try TPMSession(connection)
            var value: ESYS_TR = 0
            try connection.run {
                Esys_EvictControl(
                    connection.esys,
                    0x101,
                    session.parent.value,
                    password,
                    none,
                    none,
                    0x8100_0001,
                    &value
                )
            }
        }

        private func call(_ body: (OpaquePointer) -> TSS2_RC) throws {
            let connection = try TPMConnection(interface)
            try connection.run { body(connection.esys) }
        }
    }

    extension Trait where Self == ConditionTrait {
        /// Skips tests where there is no simulator; `make test` installs it.
        static var needsSimulator: Self {
            .enabled(if: TPMSimulator.program != nil, "swtpm is not installed: run 'make test'")
        }
    }

    extension SecretBytes {
        var array: [UInt8] { withUnsafeBytes { Array($0) } }
    }
#endif
