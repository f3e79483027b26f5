#if Fleet && os(Linux)
    import Foundation
    import KeychainSync
    import KeychainSyncEtcd
    import Testing

    /// The files of a mirror, as servers give them out.
    @Suite struct MirrorTransferTests {
        private static let file = "o/ab/abcd"

        private func configuration(_ server: TestServer) throws -> MirrorConfiguration {
            let address = "mirror+http://127.0.0.1:\(server.port)/v/w"
            return try MirrorConfiguration(address: try MirrorAddress(address))
        }

        /// The files of a server, with time limits for a file and for silence in seconds.
        private func transfer(
            _ server: TestServer,
            file: Int = 20,
            silence: Int = 20
        ) throws -> MirrorTransfer {
            var patience = MirrorTransfer.Patience()
            patience.file = .seconds(file)
            patience.silence = .seconds(silence)
            return MirrorTransfer(try configuration(server), patience: patience)
        }

        @Test func areFetched() async throws {
            let page = String(repeating: "not here ", count: 100)
            let server = try TestServer { head, _ in
                switch head.split(separator: " ")[1] {
                case "/v/w/stamp": .answer(200, "new")
                case "/v/w/o/ab/abcd": .answer(200, "")
                case "/v/w/gone": .answer(410, "")
                // Longer than the longest file.
                default: .answer(404, page)
                }
            }
            defer { server.end() }
            let transfer = try transfer(server)
            let files = try await transfer.read(["stamp", Self.file, "gone", "none"], limit: 10)
            #expect(files == ["stamp": Array("new".utf8), Self.file: []])
            #expect(transfer.trouble == nil)
            #expect(server.requests == 4)
            for head in server.heads {
                let lines = head.lowercased().split(separator: "\r\n").dropFirst()
                let names = lines.compactMap { $0.split(separator: ":").first.map { String($0) } }
                // Nothing says whose keychain it is, and nothing asks for compressed files. Only the
                // stamp may not come from a cache.
                let isStamp = head.hasPrefix("GET /v/w/stamp ")
                let wanted = ["host", "accept", "user-agent"] + (isStamp ? ["cache-control"] : [])
                #expect(Set(names) == Set(wanted))
                #expect(head.hasPrefix("GET /v/w/"))
                #expect(isStamp == head.contains("Cache-Control: no-cache"))
            }
        }

        @Test(arguments: [
            "", "/stamp", "../stamp", "o/../stamp", "a?b", "a#b", "a%2e", "a b", "a\r\nb",
        ])
        func haveThePathsOfMirrors(_ path: String) async throws {
            let server = try TestServer([.answer(200, "x")])
            defer { server.end() }
            #expect(try await transfer(server).read([path], limit: 10).isEmpty)
            #expect(server.requests == 0)
        }

        static let refused: [(TestServer.Act, EngineTrouble)] = [
            (.close, .mirrorUnreachable), (.say("SSH-2.0-OpenSSH\r\n"), .mirrorUnreachable),
            // What the oldest servers answered: no status, only content.
            (.last("<html>"), .mirrorUnreachable), (.last("\0\0\0\0"), .mirrorUnreachable),
            (.answer(500, ""), .mirrorUnreachable), (.answer(503, "later"), .mirrorUnreachable),
            (.answer(429, "too often"), .mirrorUnreachable),
            (.answer(201, "x"), .mirrorStrange), (.answer(203, "x"), .mirrorStrange),
            (.answer(206, "x"), .mirrorStrange), (.answer(304, ""), .mirrorStrange),
            (.answer(401, "x"), .mirrorStrange), (.answer(403, "x"), .mirrorStrange),
            (.answer(999, "x"), .mirrorStrange),
            (.say("HTTP/1.1 204 X\r\n\r\n"), .mirrorStrange),
            // Longer than the longest file.
            (.answer(200, "12345678901"), .mirrorStrange), (.flood(), .mirrorStrange),
            (
                .say(
                    "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nB\r\n12345678901\r\n0\r\n\r\n"
                ), .mirrorStrange
            ),
            // Lines before the content: for ever, and too many.
            (.flood("HTTP/1.1 200 OK\r\n", "X: x\r\n"), .mirrorUnreachable),
            (.flood("HTTP/1.1 200 OK\r\n", "x"), .mirrorUnreachable),
            (.flood("", "HTTP/1.1 100 Continue\r\n\r\n"), .mirrorUnreachable),
            (.say(answer(lines: 70)), .mirrorUnreachable),
            // A part of a file.
            (.last("HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\n12345678"), .mirrorUnreachable),
            (
                .last("HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n"),
                .mirrorUnreachable
            ),
            (.last("HTTP/1.1 200 X\r\nContent-Length: 9\r\n"), .mirrorUnreachable),
            (.last("HTTP/1.1 200 X\r\n"), .mirrorUnreachable),
            (.last("HTTP/1.1 200 X\r\nServer: x"), .mirrorUnreachable),
            (.last("HTTP/1.1 200"), .mirrorUnreachable),
            (.last("HTTP/1.1 100 Continue\r\n\r\n"), .mirrorUnreachable),
        ]

        /// An answer with lines of a thousand bytes before its content.
        private static func answer(lines: Int) -> String {
            let line = "X: " + String(repeating: "x", count: 995) + "\r\n"
            let lines = String(repeating: line, count: lines)
            return "HTTP/1.1 200 X\r\n\(lines)Content-Length: 10\r\n\r\n1234567890"
        }

        @Test(arguments: refused)
        func areRefused(_ act: TestServer.Act, _ trouble: EngineTrouble) async throws {
            let server = try TestServer([act])
            defer { server.end() }
            let transfer = try transfer(server)
            let start = ContinuousClock.now
            await #expect(throws: EngineFailure.unavailable) {
                try await transfer.read([Self.file], limit: 10)
            }
            #expect(transfer.trouble == trouble)
            // None of them waits until a time limit ends it.
            #expect(ContinuousClock.now - start < .seconds(15))
        }

        /// The twins of what is refused: as long as the longest file, in one piece and in chunks.
        @Test(
            arguments: [
                .answer(200, "1234567890"),
                .say(
                    "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n1234567890\r\n0\r\n\r\n"
                ),
                .last("HTTP/1.0 200 X\r\n\r\n1234567890"), .say(answer(lines: 60)),
                .say("HTTP/1.1 100 Continue\r\n\r\n" + answer(lines: 0)),
            ] as [TestServer.Act]
        )
        func areTaken(_ act: TestServer.Act) async throws {
            let server = try TestServer([act])
            defer { server.end() }
            let files = try await transfer(server).read([Self.file], limit: 10)
            #expect(files == [Self.file: Array("1234567890".utf8)])
        }

        /// A server cannot send readers to another one, which would learn who reads.
        @Test(arguments: [301, 302, 303, 307, 308])
        func comeFromTheirServer(_ status: Int) async throws {
            let other = try TestServer([.answer(200, "x")])
            defer { other.end() }
            let server = try TestServer([
                .say(
                    "HTTP/1.1 \(status) X\r\nLocation: \(other.endpoint)/v/w/\(Self.file)\r\n"
                        + "Content-Length: 0\r\n\r\n"
                )
            ])
            defer { server.end() }
            let transfer = try transfer(server)
            await #expect(throws: EngineFailure.unavailable) {
                try await transfer.read([Self.file], limit: 10)
            }
            #expect(transfer.trouble == .mirrorStrange)
            #expect(server.requests == 1)
            #expect(other.requests == 0)
        }

        /// Nothing is unpacked: what a few bytes stand for has no limit.
        @Test func areNotUnpacked() async throws {
            let server = try TestServer([
                .say(
                    "HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\u{1F}xy"
                )
            ])
            defer { server.end() }
            let files = try await transfer(server).read([Self.file], limit: 10)
            #expect(files == [Self.file: Array("\u{1F}xy".utf8)])
        }

        // MARK: Time

        /// A server that says nothing, or next to nothing, within each of the two limits.
        @Test(arguments: [.wait, .drip(200)] as [TestServer.Act], [(1, 20), (20, 1)])
        func comeInTime(_ act: TestServer.Act, _ seconds: (Int, Int)) async throws {
            let server = try TestServer([act])
            defer { server.end() }
            let transfer = try transfer(server, file: seconds.0, silence: seconds.1)
            let start = ContinuousClock.now
            await #expect(throws: EngineFailure.unavailable) {
                try await transfer.read([Self.file], limit: 100_000)
            }
            #expect(transfer.trouble == .mirrorUnreachable)
            #expect(ContinuousClock.now - start < .seconds(15))
        }

        /// The failure of one file ends the others, and is the one that is reported.
        @Test func areAllOrNone() async throws {
            let server = try TestServer { head, _ in
                head.contains("/bad ") ? .answer(403, "") : .drip(200)
            }
            defer { server.end() }
            let transfer = try transfer(server)
            let start = ContinuousClock.now
            await #expect(throws: EngineFailure.unavailable) {
                try await transfer.read(["a", "b", "bad", "c"], limit: 100_000)
            }
            #expect(transfer.trouble == .mirrorStrange)
            #expect(ContinuousClock.now - start < .seconds(15))
        }

        @Test func haveTheTroubleOfTheLastCall() async throws {
            let server = try TestServer([.answer(403, ""), .answer(404, "")])
            defer { server.end() }
            let transfer = try transfer(server)
            await #expect(throws: EngineFailure.unavailable) {
                try await transfer.read([Self.file], limit: 10)
            }
            #expect(transfer.trouble == .mirrorStrange)
            #expect(try await transfer.read([Self.file], limit: 10).isEmpty)
            #expect(transfer.trouble == nil)
        }

        // MARK: Connections

        @Test func shareConnections() async throws {
            let server = try TestServer { head, _ in
                .answer(200, head.components(separatedBy: " HTTP")[0])
            }
            defer { server.end() }
            let transfer = try transfer(server)
            let paths = (0..<200).map { "o/\($0)" }
            for _ in 0..<2 {
                let files = try await transfer.read(paths, limit: 100)
                #expect(files.count == 200)
                #expect(paths.allSatisfy { files[$0] == Array("GET /v/w/\($0)".utf8) })
            }
            #expect(server.requests == 400)
            // Those of the first call serve the second one too.
            #expect(1...8 ~= server.connections)
        }

        /// Files are fetched beside each other: a server that waits for the eighth request gets it.
        @Test func areFetchedAtOnce() async throws {
            let server = try TestServer { [crowd = Crowd(8)] _, _ in
                crowd.come() ? .answer(200, "x") : .close
            }
            defer { server.end() }
            let paths = (0..<8).map { "o/\($0)" }
            #expect(try await transfer(server).read(paths, limit: 10).count == 8)
        }

        /// Connections that servers have closed meanwhile are made again.
        @Test func areFetchedAfterAPause() async throws {
            let server = try TestServer([.last("HTTP/1.1 200 X\r\nContent-Length: 1\r\n\r\nx")])
            defer { server.end() }
            let transfer = try transfer(server)
            for _ in 0..<3 {
                #expect(try await transfer.read([Self.file], limit: 1) == [Self.file: [0x78]])
            }
        }

        @Test func areNotThereWithoutAServer() async throws {
            let server = try TestServer([.close])
            server.end()
            let transfer = try transfer(server)
            await #expect(throws: EngineFailure.unavailable) {
                try await transfer.read([Self.file], limit: 10)
            }
            #expect(transfer.trouble == .mirrorUnreachable)
        }
    }
#endif
