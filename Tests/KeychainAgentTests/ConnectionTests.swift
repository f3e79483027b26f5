import AgentSockets
import Foundation
import Synchronization
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// Connections that end, lie or stop in the middle, on real sockets.
@Suite struct ConnectionTests {
    /// The other end of a service, and whether it has left.
    private func raw(_ stage: AgentStage) -> FrameStream {
        let (client, server) = AgentStage.pair()
        Thread.detachNewThread {
            stage.service.serve(server)
            close(server)
        }
        return FrameStream(client, patience: .seconds(5))
    }

    private func hello(_ bytes: [UInt8], version: UInt16 = Frame.version) throws -> SecretBytes {
        var encoder = SecretEncoder()
        encoder.integer(version)
        encoder.raw(bytes)
        return try Frame.bytes(.hello, encoder)
    }

    private func nonce(_ stream: FrameStream) throws -> [UInt8] {
        try stream.receive(atMost: Frame.longestHello) { _, body in Array(body.dropFirst(2)) }
    }

    /// The kind of the next message; `nil` at the end of the connection.
    private func kind(_ stream: FrameStream) -> Frame.Kind? {
        do throws(FrameStream.End) {
            return try stream.receive(atMost: Frame.longestBody, within: .seconds(60)) { kind, _ in
                kind
            }
        } catch {
            // Without a limit, a service that waits for more would stop the whole run.
            if case .late = error { Issue.record("The service neither answers nor leaves.") }
            return nil
        }
    }

    @Test func theNonceIsAnswered() throws {
        let stage = try AgentStage()
        for (change, version, isWelcome) in [
            (UInt8(0), Frame.version, true), (1, Frame.version, false), (0, 2, false),
        ] {
            let stream = raw(stage)
            defer { close(stream.file) }
            var nonce = try nonce(stream)
            nonce[0] ^= change
            #expect(stream.send(try hello(nonce, version: version)))
            #expect((kind(stream) == .answer) == isWelcome)
        }
    }

    /// A process that hands its connection on is not the one that speaks.
    @Test func aChildIsSomebodyElse() throws {
        let stage = try AgentStage()
        let stream = raw(stage)
        defer { close(stream.file) }
        let message = try hello(try nonce(stream))
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(message.withUnsafeBytes { Array($0) }).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let child = Process()
        child.executableURL = URL(filePath: "/bin/cat")
        child.arguments = [folder.path]
        child.standardOutput = FileHandle(fileDescriptor: stream.file, closeOnDealloc: false)
        try child.run()
        child.waitUntilExit()
        #expect(child.terminationStatus == 0)
        #expect(kind(stream) == nil)
    }

    @Test(
        arguments: [
            // A kind that does not exist, no length, more than is allowed.
            [0, 0, 0, 1, 99], [0, 0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF, 3], [0x7F, 0, 0, 0, 3],
        ] as [[UInt8]]
    )
    func strangeFramesEndTheConnection(_ bytes: [UInt8]) throws {
        let stage = try AgentStage()
        let stream = raw(stage)
        defer { close(stream.file) }
        #expect(stream.send(try hello(try nonce(stream))))
        // The service waits for another greeting if it refused this one, and nothing would end the test.
        try #require(kind(stream) == .answer)
        #expect(stream.send(SecretBytes(bytes)))
        #expect(kind(stream) == nil)
    }

    @Test func strangeBodiesAreAnswered() throws {
        let stage = try AgentStage()
        let stream = raw(stage)
        defer { close(stream.file) }
        #expect(stream.send(try hello(try nonce(stream))))
        // The service waits for another greeting if it refused this one, and nothing would end the test.
        try #require(kind(stream) == .answer)
        for kind in Frame.Kind.allCases {
            for bytes in [[], [0], [UInt8](repeating: 0xFF, count: 40)] {
                var body = SecretEncoder()
                body.raw(bytes)
                #expect(stream.send(try Frame.bytes(kind, body)))
                #expect(self.kind(stream) == .failure)
            }
        }
        // It continues.
        let call = SecretBytes([0, 0, 0, 2, Frame.Kind.manage.rawValue, 2])
        #expect(stream.send(call))
        #expect(kind(stream) == .answer)
    }

    @Test func whoStopsInTheMiddleIsLeft() throws {
        let (client, server) = AgentStage.pair()
        defer { for file in [client, server] { close(file) } }
        let stream = FrameStream(server, patience: .milliseconds(50))
        let sender = FrameStream(client)
        #expect(sender.send(SecretBytes([0, 0, 0, 9, 3, 1])))
        #expect(throws: FrameStream.End.refused) { try stream.receive(atMost: 100) { _, _ in } }
    }

    @Test func longMessagesAndSeveralAtOnceArrive() throws {
        let (client, server) = AgentStage.pair()
        defer { for file in [client, server] { close(file) } }
        let stream = FrameStream(server)
        let lengths = [0, 1, 16_379, 16_380, 100_000, 3, 0, 16_384]
        Thread.detachNewThread {
            let sender = FrameStream(client)
            for length in lengths {
                var body = SecretEncoder()
                body.raw([UInt8](repeating: UInt8(length % 251), count: length))
                if let message = try? Frame.bytes(.answer, body) { _ = sender.send(message) }
            }
        }
        for length in lengths {
            let body = try stream.receive(atMost: 200_000) { _, body in Array(body) }
            #expect(body == [UInt8](repeating: UInt8(length % 251), count: length))
        }
    }

    /// An agent that ends is an error, and a restarted one is found.
    @Test func anAgentMayBeStartedAnew() throws {
        let stage = try AgentStage(saying: Array(repeating: .says(.once), count: 9))
        let ends = Mutex<[Int32]>([])
        let isThere = Mutex(true)
        let line = AgentLine("the test") {
            guard isThere.withLock({ $0 }) else { return -1 }
            let (client, server) = AgentStage.pair()
            ends.withLock { $0.append(server) }
            Thread.detachNewThread {
                stage.service.serve(server)
                close(server)
            }
            return client
        }
        // Each once: the thread closes its end, whose number is another file's afterwards.
        func kill() {
            ends.withLock { ends in
                ends.forEach { _ = shutdown($0, Int32(SHUT_RDWR)) }
                ends = []
            }
        }
        let keeper = AgentKeeper(line, groups: AccessGroups(["app"]))
        #expect(keeper.outcome(.add("ann")) == "done")
        kill()
        #expect(keeper.outcome(.find("ann")) == "of ann")
        kill()
        #expect(keeper.outcome(.add("bob")) == "done")
        isThere.withLock { $0 = false }
        kill()
        #expect(keeper.outcome(.find("ann")) == "notAvailable")
    }

    /// Whether a change was made is not known, so only a search is made again.
    ///
    /// The agent answers one request of each connection, and ends in the next one: in the first request
    /// of a connection nothing is made again, whatever it is.
    @Test(arguments: [
        (ItemRequest.find("ann"), "done", 2), (.add("ann"), "notAvailable", 1),
    ])
    func onlyASearchIsMadeAgain(_ request: ItemRequest, _ outcome: String, _ times: Int) throws {
        let requests = Mutex(0)
        let line = AgentLine("the test") {
            let (client, server) = AgentStage.pair()
            Thread.detachNewThread {
                Self.answerOnce(FrameStream(server)) { requests.withLock { $0 += 1 } }
                close(server)
            }
            return client
        }
        let keeper = AgentKeeper(line, groups: AccessGroups(["app"]))
        #expect(keeper.outcome(.find("before")) == "done")
        requests.withLock { $0 = 0 }
        #expect(keeper.outcome(request) == outcome)
        #expect(requests.withLock { $0 } == times)
    }

    /// A client of the agent of a system does not wait for ever, and its error states the known
    /// cause.
    @Test(arguments: [
        (ItemRequest.find("ann"), "Try again later."),
        (.add("ann"), "Look whether the change was made before you make it again."),
    ])
    func aLateAnswerIsAnError(_ request: ItemRequest, _ advice: String) throws {
        let connections = Atomic(0)
        let line = AgentLine("the test", answerTime: .seconds(1)) {
            connections.add(1, ordering: .relaxed)
            let (client, server) = AgentStage.pair()
            Thread.detachNewThread {
                let stream = FrameStream(server)
                Self.answerOnce(stream) {}
                // The end of the connection is the client's. A thread that still reads from a number that
                // was closed takes the messages of another test.
                while (try? stream.receive(atMost: 10_000, { _, _ in })) != nil {}
                close(server)
            }
            return client
        }
        let keeper = AgentKeeper(line, groups: AccessGroups(["app"]))
        #expect(keeper.outcome(.find("before")) == "done")
        let error = #expect(throws: KeychainError.self) { try keeper.perform(request) }
        #expect(error?.code == .notAvailable)
        #expect(error?.reason == "The agent does not answer in time. \(advice)")
        // Its answer to this request is not taken for that to the next one.
        #expect(keeper.outcome(.find("after")) == "done")
        #expect(connections.load(ordering: .relaxed) == 2)
    }

    /// An agent that finds nothing for the first request of a client, and does not answer the second.
    private static func answerOnce(
        _ stream: FrameStream,
        version: UInt16 = Frame.version,
        _ note: () -> Void
    ) {
        var challenge = SecretEncoder()
        challenge.integer(version)
        challenge.raw([UInt8](repeating: 7, count: Frame.nonceLength))
        guard let hello = try? Frame.bytes(.challenge, challenge) else { return }
        // The numbers of the first view, and of no items.
        var (view, nothing) = (SecretEncoder(), SecretEncoder())
        view.integer(UInt32(0))
        nothing.raw([UInt8](repeating: 0, count: 13))
        guard let number = try? Frame.bytes(.answer, view),
            let answer = try? Frame.bytes(.answer, nothing), stream.send(hello)
        else { return }
        for reply in [SecretBytes.ready, number, answer, nil] {
            let kind = try? stream.receive(atMost: 10_000) { kind, _ in kind }
            if kind == .perform { note() }
            guard let reply, stream.send(reply) else { return }
        }
    }

    /// The number of views is limited, because each keeps a keychain of its own in the agent.
    @Test func aClientHasAtMost256Views() throws {
        let line = try AgentStage().line()
        func outcome(_ number: Int) -> String {
            var request = ItemRequest.find("ann")
            request.interaction = .forbidden
            return AgentKeeper(line, groups: AccessGroups(["group-\(number)"])).outcome(request)
        }
        for number in 0..<256 { #expect(outcome(number) == "authenticationRequired") }
        #expect(outcome(256) == "missingEntitlement")
        #expect(outcome(255) == "authenticationRequired", "those that it has stay")
    }

    /// Messages without their content, from a program of another version, are not a damaged
    /// keychain.
    @Test(arguments: [Frame.Kind.view, .perform, .together, .manage, .administer])
    func aMalformedMessageIsNoDamagedKeychain(_ kind: Frame.Kind) throws {
        let line = try AgentStage(saying: [.says(.once)]).line()
        let error = #expect(throws: KeychainError.self) {
            try line.ask(kind, write: { _ in }, read: { _ throws(KeychainError) in () })
        }
        #expect(error?.code == .notAvailable)
        #expect(error?.reason.hasPrefix("A message to the agent is malformed.") == true)
        #expect(error?.reason.contains("backup") == false)
    }

    /// Operations that an agent does not offer: the error names the variable if it is the cause.
    @Test(arguments: [true, false])
    func whatIsMissingNamesItsCause(isOfSystem: Bool) {
        let line = isOfSystem ? AgentLine(system: "/nowhere") : AgentLine("/nowhere") { -1 }
        let keeper = AgentKeeper(line, groups: AccessGroups(["app"]))
        let error = #expect(throws: KeychainError.self) { try keeper.accessSlots }
        #expect(error?.code == .unimplemented)
        #expect(error?.reason.contains(AgentUse.variable) == !isOfSystem)
        #expect(error?.reason.contains("without 'system:'") == isOfSystem)
    }
}
