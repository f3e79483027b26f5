import KeychainNIOSSL
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import PortableKeychain

/// A server that greets each client by the name in its certificate.
struct GreetingServer {
    private let channel: any Channel

    /// The port on which it listens.
    var port: Int { channel.localAddress?.port ?? 0 }

    init(_ configuration: TLSConfiguration) async throws {
        let context = try NIOSSLContext(configuration: configuration)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(Greeter())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func close() async throws { try await channel.close().get() }
}

private final class Greeter: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let peer = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
            .map { try X509Certificate($0) }
        let body = ByteBuffer(string: "hello, \(peer?.subjectSummary ?? "stranger")")
        let headers: HTTPHeaders = ["content-length": "\(body.readableBytes)"]
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client that was refused.
        context.close(promise: nil)
    }
}
