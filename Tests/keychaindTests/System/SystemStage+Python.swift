#if Agent && os(Linux)
    import Foundation
    import Testing

    /// Programs of other users that speak the protocol as they like, in Python.
    extension SystemStage {
        private static let python = "/usr/bin/python3"

        /// Whether these can be run.
        static let runsPython =
            isPossible && FileManager.default.isExecutableFile(atPath: python)

        /// The protocol as a stranger writes it (agent-protocol.md).
        private static let client = """
            import array, os, socket, struct, sys
            path, one, other = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
            def frame(kind, body): return struct.pack(">IB", len(body) + 1, kind) + body
            def connect():
                while True:
                    end = socket.socket(socket.AF_UNIX)
                    end.settimeout(20)
                    try: end.connect(path)
                    # Its line of those who wait is full.
                    except BlockingIOError: continue
                    return end
            def take(end, count):
                data = b""
                while len(data) < count:
                    try: part = end.recv(count - len(data))
                    except ConnectionError: return None
                    if not part: return None
                    data += part
                return data
            def receive(end):
                head = take(end, 5)
                if head is None: return None
                length, kind = struct.unpack(">IB", head)
                body = take(end, length - 1)
                return None if body is None else (kind, body)
            def send(end, data):
                try: end.sendall(data)
                except OSError: return
            def greet(end):
                first = receive(end)
                if first is None: return None
                send(end, frame(1, first[1]))
                return receive(end)
            VIEW = frame(2, struct.pack(">I", 0))
            def asks(end):
                send(end, VIEW)
                return "answered" if receive(end) else "refused"
            def given(end):
                _, files, _, _ = socket.recv_fds(end, 1, 1)
                other_end = socket.socket(fileno=files[0])
                other_end.settimeout(20)
                return other_end
            def wait(end):
                end.settimeout(20)
                end.recv(1)
                os._exit(0)
            def become(user): os.setgroups([]); os.setresgid(user, user, user); os.setresuid(user, user, user)
            def fork(body):
                # A process that runs the body, which can wait for what it is told.
                pair = socket.socketpair()
                pair[1].settimeout(20)
                process = os.fork()
                if process == 0:
                    try: body(pair[0])
                    finally: sys.stdout.flush(); os._exit(0)
                pair[0].close()
                return process, pair[1]
            def child(body):
                process = os.fork()
                if process == 0:
                    try: body()
                    finally: sys.stdout.flush(); os._exit(0)
                os.waitpid(process, 0)

            """

        /// Runs a script that has the socket, and the numbers of two users.
        ///
        /// - Returns: The output.
        /// - Throws: An error if Python cannot be started.
        func python(_ script: String) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: Self.python)
            process.arguments = [
                "-c", Self.client + script, socket, "\(Self.one)", "\(Self.other)",
            ]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let said = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return String(decoding: said, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// The resident memory of the agent in kB.
        ///
        /// - Parameter field: The name of the value in `/proc/PID/status`: `VmHWM` for the largest
        ///   use so far.
        /// - Returns: The number.
        /// - Throws: An error if the agent does not run.
        func memory(_ field: String = "VmRSS") throws -> Int {
            let status = try String(
                contentsOfFile: "/proc/\(daemon.processIdentifier)/status",
                encoding: .utf8
            )
            let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
            return try #require(
                line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            )
        }
    }
#endif
