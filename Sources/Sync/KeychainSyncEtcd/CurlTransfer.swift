#if Fleet && os(Linux)
    internal import CKeychainCurl
    internal import KeychainLibC
    internal import KeychainSync
    internal import PortableKeychain

    /// A connection to servers over HTTP, through libcurl.
    ///
    /// No redirect, no proxy, no certificate authority but those given, no other protocol.
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

        /// The certificates that count on a connection.
        struct Certificates {
            /// The authorities that a server must have its certificate from, in PEM; `nil` for those that
            /// this machine trusts.
            var authority: [UInt8]?
            /// Whether servers may want a certificate of this device.
            var mayBeOwn = false
            /// The certificate of this device, in PEM; empty if it has none.
            var own: [UInt8] = []
            /// Its private key, in PEM.
            var key = SecretBytes([])
        }

        /// A request to a server.
        struct Request {
            let address: String
            var headers: [String] = []
            /// The question; `nil` to fetch a file, of which only a whole one counts.
            var body: SecretBytes?
            /// The longest answer in bytes.
            let limit: Int
            /// The longest time to wait for all of the answer; `nil` for ever.
            let milliseconds: Int?
            /// The longest time in seconds in which the answer may come at less than ``slowest``; 0 for
            /// ever.
            var slowSeconds = 0
        }

        struct Answer {
            let status: Int
            /// The server's words; none where a file was to be fetched and the status is not 200.
            let body: SecretBytes
        }

        /// Fewer bytes in a second are a slow answer.
        static let slowest = 1000
        /// The status of an answer that is what was asked for.
        static let success = 200

        private let handle: UnsafeMutableRawPointer

        /// The longest time to wait for a connection.
        private let connecting: Int
        private let mayBeOwn: Bool
        /// The TLS library's message about an error.
        private let words: UnsafeMutablePointer<CChar>

        /// - Parameters:
        ///   - certificates: The trusted certificates, and this device's own.
        ///   - milliseconds: The longest time to wait for a connection.
        init?(_ certificates: Certificates, connecting milliseconds: Int = 2000) {
            guard Self.isReady, let handle = curl_easy_init() else { return nil }
            self.handle = handle
            connecting = milliseconds
            mayBeOwn = certificates.mayBeOwn
            words = .allocate(capacity: Int(CURL_ERROR_SIZE))
            words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
            pk_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, words)
            set(CURLOPT_NOSIGNAL, 1)
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            set(CURLOPT_CONNECTTIMEOUT_MS, connecting)
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
            if let authority = certificates.authority {
                // The machine's own list of authorities is not asked.
                pk_curl_set_pointer(handle, CURLOPT_CAPATH, nil)
                pk_curl_set_pointer(handle, CURLOPT_CAINFO, nil)
                authority.withUnsafeBytes { set(CURLOPT_CAINFO_BLOB, $0) }
            }
            if !certificates.own.isEmpty {
                certificates.own.withUnsafeBytes { set(CURLOPT_SSLCERT_BLOB, $0) }
                certificates.key.withUnsafeBytes { set(CURLOPT_SSLKEY_BLOB, $0) }
                // Otherwise a key that wants a passphrase makes OpenSSL ask on the terminal.
                set(CURLOPT_KEYPASSWD, "")
            }
            pk_curl_set_mover(handle, CURLOPT_READFUNCTION) { room, size, count, context in
                Course.of(context).read(room, size * count)
            }
            pk_curl_set_mover(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                Course.of(context).take(bytes, size * count)
            }
            pk_curl_set_mover(handle, CURLOPT_HEADERFUNCTION) { line, size, count, context in
                Course.of(context).takeHeader(line, size * count)
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
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - isWanted: Called about once a second; ends the answer when it returns false.
        /// - Returns: The answer, whatever its status is.
        /// - Throws: ``Failure``.
        func ask(
            _ request: Request,
            isWanted: @escaping () -> Bool = { true }
        ) throws(Failure) -> Answer {
            var answer: [UInt8] = []
            // Answers to the question who is the user are secrets.
            defer { answer.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            var isTooLong = false
            var isNoFile = false
            do throws(Failure) {
                let status = try run(request, isWanted: isWanted) { [handle] bytes in
                    // A page that says why there is no file is not read: it may be longer than the file.
                    isNoFile = request.body == nil && pk_curl_status(handle) != Self.success
                    isTooLong = answer.count + bytes.count > request.limit
                    guard !isNoFile, !isTooLong else { return false }
                    answer += bytes
                    return true
                }
                return Answer(status: status, body: SecretBytes(answer))
            } catch {
                if isNoFile { return Answer(status: pk_curl_status(handle), body: SecretBytes([])) }
                throw isTooLong ? .tooLong : error
            }
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
            _ = try run(request, isWanted: isWanted, take: take)
        }

        /// Whether a server that has broken off did so because of the own certificate.
        ///
        /// With TLS 1.3, a server looks at it only after the handshake of the client, whose request
        /// is then under way; its alert can be lost when it closes the connection. With TLS 1.2, it
        /// does so in the handshake, which fails. So there is one more, and nothing is sent in it.
        private func refusesOwnCertificate() -> Bool {
            guard mayBeOwn else { return false }
            set(CURLOPT_CONNECT_ONLY, 1)
            set(CURLOPT_FRESH_CONNECT, 1)
            set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_MAX_TLSv1_2))
            set(CURLOPT_TIMEOUT_MS, connecting)
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
            take: @escaping (UnsafeRawBufferPointer) -> Bool
        ) throws(Failure) -> Int {
            let course = Course(request.body ?? SecretBytes([]), isWanted, take)
            let context = Unmanaged.passUnretained(course).toOpaque()
            for option in [
                CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_XFERINFODATA,
            ] {
                pk_curl_set_pointer(handle, option, context)
            }
            set(CURLOPT_URL, request.address)
            set(request.body == nil ? CURLOPT_HTTPGET : CURLOPT_POST, 1)
            set(CURLOPT_POSTFIELDSIZE, request.body?.count ?? 0)
            set(CURLOPT_TIMEOUT_MS, request.milliseconds ?? 0)
            set(CURLOPT_LOW_SPEED_LIMIT, Self.slowest)
            set(CURLOPT_LOW_SPEED_TIME, request.slowSeconds)
            var list: UnsafeMutablePointer<curl_slist>?
            // No question whether the body is welcome, which would cost a round trip.
            for header in request.headers + ["Expect:"] { list = curl_slist_append(list, header) }
            defer { curl_slist_free_all(list) }
            pk_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
            let code = withExtendedLifetime(course) { curl_easy_perform(handle) }
            switch code {
            case CURLE_OK where course.isWhole: return pk_curl_status(handle)
            case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_URL_MALFORMAT:
                throw .notSent
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
                throw .certificate
            case CURLE_SSL_CERTPROBLEM: throw .ownCertificate
            case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
                let isRefused = withExtendedLifetime(course) { refusesOwnCertificate() }
                if isRefused { throw .ownCertificate }
                throw course.hasBegun ? .noAnswer : .notSent
            default: throw course.hasBegun ? .noAnswer : .notSent
            }
        }
    }
#endif
