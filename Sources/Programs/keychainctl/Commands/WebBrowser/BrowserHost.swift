internal import ForeignCrypto
internal import ForeignFormats
internal import KeychainBrowser
internal import KeychainLibC
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The program that a browser starts: passes messages between its standard files and the service.
///
/// It waits for the browser and for news of the keychain, and takes no time in between.
struct BrowserHost {
    private let service: BrowserService

    /// Prepares the service; the keychain is opened when a message needs it.
    ///
    /// - Throws: An error for a name that no keychain can have.
    init(_ choice: KeychainChoice) throws {
        let asker = BrowserDialog()
        let configuration = Keychain.Configuration.tool(asking: asker.authenticator)
        let path = try Keychain.path(of: choice.place, configuration: configuration)
        service = BrowserService(
            BrowserSurroundings(
                open: { creates throws(KeychainError) in
                    try Self.open(choice, configuration, creates: creates)
                },
                keychain: try Keychain.Place.argument(of: path),
                identity: path,
                browser: WebBrowser.starting?.name ?? "A program",
                asker: asker,
                rules: .system,
                tools: Self.tools
            )
        )
    }

    private static func open(
        _ choice: KeychainChoice,
        _ configuration: Keychain.Configuration,
        creates: Bool
    ) throws(KeychainError) -> Keychain? {
        do {
            return creates
                ? try choice.openToStore(configuration) : try choice.openIfPresent(configuration)
        } catch let error as KeychainError {
            throw error
        } catch {
            throw KeychainError(.invalidParameter)
        }
    }

    private static let tools = BrowserTools(
        password: {
            GeneratedSecret(GeneratedSecret.standard)?.make() ?? SecretBytes([])
        },
        codeKind: ForeignEntry.oneTimePassword,
        code: { secret in
            guard let address = try? OneTimeAddress(secret), address.next == nil else { return nil }
            return address.key.code().text
        },
        folder: { ItemFiling(comment: $0).folder },
        comment: { ItemFiling(folder: $0).lines.joined(separator: "\n") }
    )

    /// Answers until the browser closes its end.
    ///
    /// - Throws: ``Failure`` if a message is longer than any of the extension.
    func run() throws(Failure) {
        var buffer = FrameBuffer()
        var news: FileNews?
        while true {
            var wait = FileWait()
            wait.add(STDIN_FILENO)
            if let news { wait.add(news) }
            wait.run()
            if news?.take() == true { send(service.signals()) }
            guard wait.isReady(STDIN_FILENO) else { continue }
            guard Self.read(into: &buffer) else { return }
            try answer(&buffer)
            if news == nil, let path = service.path { news = FileNews(of: path) }
        }
    }

    /// Answers the messages that were read.
    ///
    /// - Throws: As ``run()``.
    private func answer(_ buffer: inout FrameBuffer) throws(Failure) {
        do {
            while let frame = try buffer.next() { send(service.answers(to: frame)) }
        } catch {
            send([BrowserService.tooLong])
            throw Failure(
                .badInput,
                "a message is longer than \(FrameBuffer.longest) bytes",
                advice: "let a browser start this program"
            )
        }
    }

    private func send(_ messages: [[UInt8]]) {
        for message in messages { SecretOutput.write(SecretBytes(FrameBuffer.frame(message))) }
    }

    /// Reads available bytes; `false` at the end of the input.
    private static func read(into buffer: inout FrameBuffer) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { room in
            var count = KeychainLibC.read(STDIN_FILENO, room.baseAddress, room.count)
            while count < 0, errno == EINTR {
                count = KeychainLibC.read(STDIN_FILENO, room.baseAddress, room.count)
            }
            guard count > 0 else { return false }
            buffer.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
            return true
        }
    }
}
