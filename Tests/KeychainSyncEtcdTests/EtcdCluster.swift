import Foundation
import KeychainLibC
import KeychainSync
import PortableKeychain

/// Real etcd servers on this machine, in folders and processes of their own.
final class EtcdCluster: @unchecked Sendable {
    enum Failure: Error { case noProgram, noPort, notReady }

    static let program = ["/usr/bin/etcd", "/usr/local/bin/etcd"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    /// Whether tests start servers.
    ///
    /// They take minutes, so they do with `ETCD_TESTS=1` only. `Integrations/fleet.sh` breaks a real
    /// cluster each time that it runs.
    static let isWanted =
        program != nil && ProcessInfo.processInfo.environment["ETCD_TESTS"] == "1"

    let folder: String
    private(set) var endpoints: [String] = []
    private var processes: [Process] = []
    private var arguments: [[String]] = []
    private let scheme: String

    /// Starts a cluster and waits until it answers.
    ///
    /// - Parameters:
    ///   - size: How many servers it has.
    ///   - isEncrypted: Whether it speaks TLS, with the certificates of ``authority``.
    ///   - options: More options of each server.
    /// - Throws: ``Failure``, or what the system says when a server cannot be started.
    init(_ size: Int = 3, isEncrypted: Bool = false, options: [String] = []) throws {
        // A server that has ended makes writing to it a signal.
        signal(SIGPIPE, SIG_IGN)
        guard let program = Self.program else { throw Failure.noProgram }
        folder = NSTemporaryDirectory() + "/etcd-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        scheme = isEncrypted ? "https" : "http"
        let ports = try Self.ports(2 * size)
        let peers = (0..<size).map { "n\($0)=http://127.0.0.1:\(ports[size + $0])" }
        var more = options
        if isEncrypted {
            try makeCertificates()
            more += ["--cert-file", folder + "/server.pem", "--key-file", folder + "/server.key"]
        }
        for number in 0..<size {
            let client = "\(scheme)://127.0.0.1:\(ports[number])"
            let peer = "http://127.0.0.1:\(ports[size + number])"
            endpoints.append(client)
            arguments.append(
                [
                    program, "--name", "n\(number)", "--data-dir", "\(folder)/n\(number)",
                    "--listen-client-urls", client, "--advertise-client-urls", client,
                    "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                    "--initial-cluster", peers.joined(separator: ","), "--log-level", "error",
                    "--heartbeat-interval", "50", "--election-timeout", "500",
                ] + more
            )
            processes.append(Process())
            try start(number)
        }
        for _ in 0..<300 where !(0..<size).allSatisfy(answers) { usleep(50_000) }
        guard (0..<size).allSatisfy(answers) else { throw Failure.notReady }
    }

    deinit {
        for number in processes.indices { kill(number) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: Servers

    func start(_ number: Int) throws {
        let process = Process()
        process.executableURL = URL(filePath: arguments[number][0])
        process.arguments = Array(arguments[number].dropFirst())
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        processes[number] = process
    }

    /// Ends a server without a warning.
    func kill(_ number: Int) {
        guard processes[number].isRunning else { return }
        KeychainLibC.kill(processes[number].processIdentifier, SIGKILL)
        processes[number].waitUntilExit()
    }

    /// Lets a server stand still, or go on.
    func freeze(_ number: Int, _ isFrozen: Bool) {
        KeychainLibC.kill(processes[number].processIdentifier, isFrozen ? SIGSTOP : SIGCONT)
    }

    private func answers(_ number: Int) -> Bool {
        (try? control(["endpoint", "health"], at: number)) != nil
    }

    /// Runs `etcdctl`.
    ///
    /// - Returns: What it printed.
    @discardableResult
    func control(_ words: [String], at number: Int = 0, user: String? = nil) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        var options = ["ETCDCTL_API=3", "etcdctl", "--endpoints", endpoints[number]]
        if scheme == "https" { options += ["--cacert", folder + "/authority.pem"] }
        if let user { options += ["--user", user] }
        process.arguments = options + words
        // A file, because servers that are started at the same moment keep pipes open.
        let path = "\(folder)/output-\(UUID().uuidString)"
        try Data().write(to: URL(filePath: path))
        let output = try FileHandle(forUpdating: URL(filePath: path))
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.notReady }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Ports that nobody listens on.
    private static func ports(_ count: Int) throws -> [Int] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        return try (0..<count).map { _ in
            let (socket, port) = try TestServer.listen()
            sockets.append(socket)
            return port
        }
    }

    // MARK: Certificates

    /// The certificate that a client has to know.
    var authority: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(filePath: folder + "/authority.pem"))) }
    }

    /// Another authority, which the servers' certificates are not of.
    var otherAuthority: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(filePath: folder + "/other.pem"))) }
    }

    private func makeCertificates() throws {
        let script = """
            set -e
            cd "$0"
            for name in authority other; do
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                    -subj "/CN=$name" -keyout $name.key -out $name.pem
            done
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=server \
                -keyout server.key -out server.csr
            echo 'subjectAltName=IP:127.0.0.1' >extensions
            openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key \
                -CAcreateserial -days 2 -extfile extensions -out server.pem
            """
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, folder]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.notReady }
    }

    // MARK: Engines

    /// Settings for this cluster, with a vault of their own unless one is given.
    func settings(
        _ prefix: String = "/test/\(UUID().uuidString)/",
        user: String = "",
        password: String = "",
        authority: [UInt8]? = nil
    ) throws -> EtcdConfiguration {
        let own = scheme == "https" ? try self.authority : []
        return try EtcdConfiguration(
            endpoints: endpoints,
            prefix: prefix,
            authority: authority ?? own,
            user: user,
            password: SecretBytes(utf8: password)
        )
    }
}
