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
    static let isInstalled = program != nil

    /// Three servers for all tests of a suite; each test has a vault of its own there.
    static let shared: Result<EtcdCluster, any Error> = {
        atexit { if case .success(let cluster) = EtcdCluster.shared { cluster.end() } }
        return Result { try EtcdCluster() }
    }()

    let folder: String
    private(set) var endpoints: [String] = []
    private var servers: [Server?] = []
    private var arguments: [[String]] = []
    private let scheme: String

    /// Starts a cluster and waits until it answers.
    ///
    /// - Parameters:
    ///   - size: The number of its servers.
    ///   - isEncrypted: Whether it speaks TLS, with the certificates of ``authority``.
    ///   - wantsCertificates: Whether clients need a certificate of the same authority.
    ///   - options: More options of each server.
    /// - Throws: ``Failure``, or the system's message when a server cannot be started.
    init(
        _ size: Int = 3,
        isEncrypted: Bool = false,
        wantsCertificates: Bool = false,
        options: [String] = []
    ) throws {
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
            try TestCertificates.make(in: folder)
            more += ["--cert-file", folder + "/server.pem", "--key-file", folder + "/server.key"]
            if wantsCertificates {
                more += ["--client-cert-auth", "--trusted-ca-file", folder + "/authority.pem"]
            }
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
            servers.append(nil)
            try start(number)
        }
        // Each question is a process, so none is asked after the answer.
        for turn in 0... {
            if (0..<size).allSatisfy(answers) { break }
            guard turn < 300 else { throw Failure.notReady }
            usleep(50_000)
        }
    }

    deinit { end() }

    private func end() {
        for number in servers.indices { kill(number) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: Servers

    /// A shell that ends its server when the other end of its standard input is closed: also when the
    /// process of the tests has ended, in whatever way.
    private struct Server {
        let shell: Process
        let lifeline: Int32

        static let script = """
            "$@" </dev/null & echo $! >"$0.new" && mv "$0.new" "$0"
            read -r nothing
            kill -9 $! && wait
            """
    }

    func start(_ number: Int) throws {
        let place = "\(folder)/n\(number).pid"
        try? FileManager.default.removeItem(atPath: place)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure.notReady }
        // Another child would keep it open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", Server.script, place] + arguments[number]
        shell.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        shell.standardError = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        try shell.run()
        servers[number] = Server(shell: shell, lifeline: ends[1])
        for _ in 0..<1000 where access(place, R_OK) != 0 { usleep(2000) }
    }

    /// Ends a server without a warning.
    func kill(_ number: Int) {
        guard let server = servers[number] else { return }
        close(server.lifeline)
        server.shell.waitUntilExit()
        servers[number] = nil
    }

    /// Lets a server stand still, or continue.
    func freeze(_ number: Int, _ isFrozen: Bool) throws {
        let text = try String(contentsOfFile: "\(folder)/n\(number).pid", encoding: .utf8)
        guard let id = pid_t(text.dropLast()) else { throw Failure.notReady }
        KeychainLibC.kill(id, isFrozen ? SIGSTOP : SIGCONT)
    }

    private func answers(_ number: Int) -> Bool {
        (try? control(["endpoint", "health"], at: number)) != nil
    }

    /// Runs `etcdctl`.
    ///
    /// - Returns: The output.
    @discardableResult
    func control(_ words: [String], at number: Int = 0, user: String? = nil) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        var options = ["ETCDCTL_API=3", "etcdctl", "--endpoints", endpoints[number]]
        if scheme == "https" {
            options += ["--cacert", folder + "/authority.pem"]
            options += ["--cert", folder + "/client.pem", "--key", folder + "/client.key"]
        }
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

    /// Runs a script in which `etcdctl` asks this cluster.
    func shell(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-euc", script]
        var environment = ProcessInfo.processInfo.environment
        environment["ETCDCTL_API"] = "3"
        environment["ETCDCTL_ENDPOINTS"] = endpoints.joined(separator: ",")
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.notReady }
    }

    /// Ports without a listener.
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

    /// The certificate and the key of a client: `client` of the servers' authority, or `stranger`.
    func certificate(_ name: String) throws -> (certificate: [UInt8], key: SecretBytes) {
        let read = { [folder] (kind: String) in
            Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name).\(kind)")))
        }
        return (try read("pem"), SecretBytes(try read("key")))
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
