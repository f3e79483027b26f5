#if NIO
    import NIOCore
    import NIOPosix
    import NIOSSL
    import PortableKeychain

    @testable import KeychainNIOSSL

    /// A server and a client on one machine, of which the server greets the client by the name in its
    /// certificate.
    struct Loopback {
        var server: TLSConfiguration
        var client: TLSConfiguration
        var host = "localhost"
        var serverVerification: PeerVerification?
        var clientVerification: PeerVerification?

        /// The result on one side: a greeting, or the first error.
        struct Outcome {
            let client: Result<String, any Error>
            let server: Result<String, any Error>
        }

        /// Connects once.
        func connect() async throws -> Outcome {
            let group = MultiThreadedEventLoopGroup.singleton
            let (server, client) = (group.next().makePromise(of: String.self), group.next())
            let serverContext = try NIOSSLContext(configuration: self.server)
            let clientContext = try NIOSSLContext(configuration: self.client)
            let (serverCheck, clientCheck) = (serverVerification, clientVerification)
            let listening = try await ServerBootstrap(group: group)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let tls =
                            serverCheck.map {
                                NIOSSLServerHandler(
                                    context: serverContext,
                                    customVerificationCallbackWithMetadata: $0.callbackWithMetadata
                                )
                            } ?? NIOSSLServerHandler(context: serverContext)
                        try channel.pipeline.syncOperations.addHandlers(tls, Greeter(server))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            guard let address = listening.localAddress else { throw Ended() }
            let answer = client.makePromise(of: String.self)
            let host = host
            let connected = try await ClientBootstrap(group: client)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let tls =
                            try clientCheck.map {
                                try NIOSSLClientHandler(
                                    context: clientContext,
                                    serverHostname: host,
                                    customVerificationCallback: $0.callback
                                )
                            } ?? NIOSSLClientHandler(context: clientContext, serverHostname: host)
                        try channel.pipeline.syncOperations.addHandlers(tls, Asker(answer))
                    }
                }
                .connect(to: address).get()
            let atClient = await answer.futureResult.result
            try? await connected.close().get()
            let atServer = await server.futureResult.result
            try await listening.close().get()
            return Outcome(client: atClient, server: atServer)
        }
    }

    extension EventLoopFuture where Value: Sendable {
        fileprivate var result: Result<Value, any Error> {
            get async {
                do { return .success(try await get()) } catch { return .failure(error) }
            }
        }
    }

    /// The connection ended without an answer.
    struct Ended: Error {}

    /// Asks, and keeps the answer.
    private final class Asker: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let answer: EventLoopPromise<String>

        init(_ answer: EventLoopPromise<String>) { self.answer = answer }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(NIOAny(ByteBuffer(string: "?")), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            answer.succeed(String(buffer: unwrapInboundIn(data)))
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            answer.fail(error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { answer.fail(Ended()) }
    }

    /// Greets who asks.
    private final class Greeter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let greeting: EventLoopPromise<String>

        init(_ greeting: EventLoopPromise<String>) { self.greeting = greeting }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let pipeline = context.pipeline.syncOperations
            let peer = try? pipeline.nioSSL_peerCertificate().map { try X509Certificate($0) }
            var words = "hello, \(peer?.subjectSummary ?? "stranger")"
            if let chain = try? pipeline.nioSSL_peerValidatedCertificateChain() {
                words += " (\(chain.count) certificates)"
            }
            greeting.succeed(words)
            context.writeAndFlush(NIOAny(ByteBuffer(string: words)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            greeting.fail(error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { greeting.fail(Ended()) }
    }
#endif
