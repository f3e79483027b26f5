#if Fleet && os(Linux)
    internal import CKeychainCurl
    internal import KeychainLibC
    internal import KeychainSync
    internal import PortableKeychain

    /// A connection to servers over HTTP, through libcurl.
    ///
    /// No redirect, no proxy, no certificate authority but the one given, no other protocol.
    ///
    /// `@unchecked Sendable`: the client hands it to one thread at a time, under its lock.
    final class CurlTransfer: @unchecked Sendable {
        /// The reason why a request ended without an answer.
        enum Failure: Error, Equatable {
            /// No part of it can have arrived.
            case notSent
            /// The server's certificate is not accepted; nothing was sent.
            case certificate
            /// The server does not accept ours, or there is none.
            case ownCertificate
            /// The answer is longer than allowed.
            case tooLong
            /// The request may have arrived.
            case noAnswer
        }

        /// A request to a server.
        struct Request {
            let address: String
            let headers: [String]
            let body: SecretBytes
            /// The longest answer in bytes.
            let limit: Int
            /// The longest time to wait for all of the answer; `nil` for ever.
            let milliseconds: Int?
        }

        struct Answer {
            let status: Int
            let body: SecretBytes
        }

        /// The longest time to wait for a connection.
        private static let connecting = 2000

        private let handle: UnsafeMutableRawPointer

        /// Whether there can be a certificate: of an authority that is trusted.
        private let isEncrypted: Bool
        /// The TLS library's message about an error.
        private let words: UnsafeMutablePointer<CChar>

        /// - Parameter configuration: The trusted certificates, and this device's own.
        init?(_ configuration: EtcdConfiguration) {
            guard Self.isReady, let handle = curl_easy_init() else { return nil }
            self.handle = handle
            isEncrypted = !configuration.authority.isEmpty
            words = .allocate(capacity: Int(CURL_ERROR_SIZE))
            words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
            pk_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, words)
            set(CURLOPT_NOSIGNAL, 1)
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            set(CURLOPT_CONNECTTIMEOUT_MS, Self.connecting)
            set(CURLOPT_NOPROGRESS, 0)
            set(CURLOPT_TCP_NODELAY, 1)
            // A watch has no time limit: a server that is gone without a word is noticed within a
            // minute or two, depending on how many probes the system sends.
            set(CURLOPT_TCP_KEEPALIVE, 1)
            set(CURLOPT_TCP_KEEPIDLE, 15)
            set(CURLOPT_TCP_KEEPINTVL, 5)
            set(CURLOPT_PROTOCOLS_STR, "http,https")
            // Variables of the environment do not choose who sees the requests.
            set(CURLOPT_PROXY, "")
            // The machine's own list of authorities is not asked.
            pk_curl_set_pointer(handle, CURLOPT_CAPATH, nil)
            pk_curl_set_pointer(handle, CURLOPT_CAINFO, nil)
            configuration.authority.withUnsafeBytes { set(CURLOPT_CAINFO_BLOB, $0) }
            if !configuration.certificate.isEmpty {
                configuration.certificate.withUnsafeBytes { set(CURLOPT_SSLCERT_BLOB, $0) }
                configuration.key.withUnsafeBytes { set(CURLOPT_SSLKEY_BLOB, $0) }
                // Otherwise a key that wants a passphrase makes OpenSSL ask on the terminal.
                set(CURLOPT_KEYPASSWD, "")
            }
            pk_curl_set_mover(handle, CURLOPT_READFUNCTION) { room, size, count, context in
                Course.of(context).read(room, size * count)
            }
            pk_curl_set_mover(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                Course.of(context).take(bytes, size * count)
            }
            pk_curl_set_progress(handle) { context, _, _, _, _ in
                Course.of(context).isWanted() ? 0 : 1
            }
        }

        deinit {
            curl_easy_cleanup(handle)
            words.deallocate()
        }

        private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        private func set(_ option: CURLoption, _ number: Int) {
            pk_curl_set_number(handle, option, number)
        }

        private func set(_ option: CURLoption, _ text: String) {
            _ = text.withCString { pk_curl_set_pointer(handle, option, $0) }
        }

        /// Sets an option to bytes, which are copied.
        private func set(_ option: CURLoption, _ bytes: UnsafeRawBufferPointer) {
            pk_curl_set_blob(handle, option, bytes.baseAddress, bytes.count)
        }

        /// Asks, and waits for the answer.
        func post(_ request: Request) throws(Failure) -> Answer {
            var answer: [UInt8] = []
            // Answers to the question who is the user are secrets.
            defer { answer.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            var isTooLong = false
            let status = try run(request, isWanted: { true }) { bytes in
                guard answer.count + bytes.count <= request.limit else {
                    isTooLong = true
                    return false
                }
                answer += bytes
                return true
            } orElse: {
                isTooLong ? .tooLong : $0
            }
            return Answer(status: status, body: SecretBytes(answer))
        }

        /// Asks, and takes the answer as it comes.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - isWanted: Called about once a second; ends the answer when it returns false.
        ///   - take: Takes a part of the answer; ends it with `false`.
        /// - Throws: ``Failure``, also if one of them ended it.
        func stream(
            _ request: Request,
            isWanted: @escaping () -> Bool,
            take: @escaping (UnsafeRawBufferPointer) -> Bool
        ) throws(Failure) {
            _ = try run(request, isWanted: isWanted, take: take) { $0 }
        }

        /// Whether a server that has broken off did so because of the own certificate.
        ///
        /// With TLS 1.3, a server looks at it only after the handshake of the client, whose request
        /// is then under way; its alert can be lost when it closes the connection. With TLS 1.2, it
        /// does so in the handshake, which fails. So there is one more, and nothing is sent in it.
        private func refusesOwnCertificate() -> Bool {
            guard isEncrypted else { return false }
            set(CURLOPT_CONNECT_ONLY, 1)
            set(CURLOPT_FRESH_CONNECT, 1)
            set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_MAX_TLSv1_2))
            set(CURLOPT_TIMEOUT_MS, Self.connecting)
            let code = curl_easy_perform(handle)
            set(CURLOPT_CONNECT_ONLY, 0)
            set(CURLOPT_FRESH_CONNECT, 0)
            set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_DEFAULT))
            // A server may also want TLS 1.3.
            return code == CURLE_SSL_CONNECT_ERROR
                && !String(cString: words).contains("protocol version")
        }

        private func run(
            _ request: Request,
            isWanted: @escaping () -> Bool,
            take: @escaping (UnsafeRawBufferPointer) -> Bool,
            orElse failure: (Failure) -> Failure
        ) throws(Failure) -> Int {
            let course = Course(request.body, isWanted, take)
            let context = Unmanaged.passUnretained(course).toOpaque()
            for option in [CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA] {
                pk_curl_set_pointer(handle, option, context)
            }
            set(CURLOPT_URL, request.address)
            set(CURLOPT_POST, 1)
            set(CURLOPT_POSTFIELDSIZE, request.body.count)
            set(CURLOPT_TIMEOUT_MS, request.milliseconds ?? 0)
            var list: UnsafeMutablePointer<curl_slist>?
            // No question whether the body is welcome, which would cost a round trip.
            for header in request.headers + ["Content-Type: application/json", "Expect:"] {
                list = curl_slist_append(list, header)
            }
            defer { curl_slist_free_all(list) }
            pk_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
            let code = withExtendedLifetime(course) { curl_easy_perform(handle) }
            switch code {
            case CURLE_OK: return pk_curl_status(handle)
            case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_URL_MALFORMAT:
                throw failure(.notSent)
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
                throw failure(.certificate)
            case CURLE_SSL_CERTPROBLEM: throw failure(.ownCertificate)
            case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
                let isRefused = withExtendedLifetime(course) { refusesOwnCertificate() }
                if isRefused { throw failure(.ownCertificate) }
                throw failure(course.hasBegun ? .noAnswer : .notSent)
            default: throw failure(course.hasBegun ? .noAnswer : .notSent)
            }
        }
    }

    /// The buffers that libcurl reads from and writes to during one request.
    private final class Course {
        private let body: SecretBytes
        private var sent = 0
        private let wanted: () -> Bool
        private let sink: (UnsafeRawBufferPointer) -> Bool

        init(
            _ body: SecretBytes,
            _ wanted: @escaping () -> Bool,
            _ sink: @escaping (UnsafeRawBufferPointer) -> Bool
        ) { (self.body, self.wanted, self.sink) = (body, wanted, sink) }

        static func of(_ context: UnsafeMutableRawPointer?) -> Course {
            // Is given to libcurl before each request, and lives as long.
            guard let context else { return Course(SecretBytes([]), { false }, { _ in false }) }
            return Unmanaged<Course>.fromOpaque(context).takeUnretainedValue()
        }

        /// Whether any of the body was given out.
        var hasBegun: Bool { sent > 0 }

        /// Gives the body once.
        ///
        /// There is no way back to its start, so libcurl cannot send a request
        /// again by itself, as it does when a connection turns out to be closed: a commit that was
        /// carried out would be refused the second time, which is another answer.
        func read(_ room: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
            let length = min(count, body.count - sent)
            guard let room, length > 0 else { return 0 }
            body.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(start: room, count: length).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + length])
                )
            }
            sent += length
            return length
        }

        func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
            sink(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }

        func isWanted() -> Bool { wanted() }
    }
#endif
