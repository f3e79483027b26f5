#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainLibC
    internal import KeychainSecretService
    internal import PortableKeychain
    internal import Synchronization

    /// One connection to the session bus, on one thread, and the answers that come from others.
    final class BusLoop {
        private let service: SecretService
        private let outcomes = Mailbox()
        private let endings = EndingSignals()
        private var connection: BusConnection?
        private var bus: OpaquePointer? { connection?.bus }
        /// What locks the keychains; `nil` without logind.
        private var sessions: SessionWatch?
        private var hasLostName = false
        /// When the last call came, in seconds of the system's clock.
        private var lastCall = BusLoop.now
        private var needsReview = false

        /// How long there must be nothing to do before the service looks what it left out.
        private static let pause: Int32 = 1000

        init(_ service: SecretService) { self.service = service }

        func run(
            replaces: Bool,
            idle: Int?,
            ready: () -> Void
        ) throws(SessionBusProblem) -> SessionBusEnd {
            let connection = try BusConnection.toSession()
            self.connection = connection
            defer { self.connection = nil }
            let bus = connection.bus
            let this = Unmanaged.passUnretained(self).toOpaque()
            guard
                sd_bus_add_fallback(bus, nil, "/org/freedesktop/secrets", called, this) >= 0,
                sd_bus_add_match(bus, nil, Self.leavings, heard, this) >= 0,
                sd_bus_add_match(bus, nil, Self.losses, heard, this) >= 0
            else { throw .noBus("the connection was refused") }
            var flags = UInt64(SD_BUS_NAME_ALLOW_REPLACEMENT)
            if replaces { flags |= UInt64(SD_BUS_NAME_REPLACE_EXISTING) }
            guard sd_bus_request_name(bus, SessionBus.name, flags) > 0 else { throw .nameIsTaken }
            ready()
            sessions = SessionWatch { [unowned self] in
                send(service.lockAll())
                _ = sd_bus_flush(bus)
            }
            defer { sessions = nil }
            let end = serve(bus, idle)
            if end != .disconnected {
                send(service.dismissPrompts())
                _ = sd_bus_flush(bus)
            }
            return end
        }

        private func serve(_ bus: OpaquePointer, _ idle: Int?) -> SessionBusEnd {
            while true {
                let step = sd_bus_process(bus, nil)
                guard step >= 0 else { return .disconnected }
                if hasLostName { return .nameLost }
                for (prompt, outcome) in outcomes.take() {
                    send(service.finish(prompt, outcome))
                }
                if sessions?.process() == false { sessions = nil }
                guard step == 0 else { continue }
                // What is queued goes out before the thread sleeps.
                _ = sd_bus_flush(bus)
                if wait(bus) { continue }
                if endings.hasCome { return .terminated }
                if needsReview {
                    service.review()
                    // What a burst of calls needed goes back to the system.
                    malloc_trim(0)
                }
                needsReview = false
                if let idle, Self.now - lastCall >= idle, service.isIdle { return .idle }
            }
        }

        /// Waits for a message or an outcome; returns `false` if neither comes for a while.
        private func wait(_ bus: OpaquePointer) -> Bool {
            let events = sd_bus_get_events(bus)
            var files = [
                pollfd(fd: endings.file, events: Int16(POLLIN), revents: 0),
                pollfd(fd: sd_bus_get_fd(bus), events: Int16(max(events, 0)), revents: 0),
                pollfd(fd: outcomes.file, events: Int16(POLLIN), revents: 0),
            ]
            if let sessions { files.append(sessions.request) }
            return poll(&files, nfds_t(files.count), Self.pause) != 0 && files[0].revents == 0
        }

        // MARK: Messages

        fileprivate func answer(_ message: OpaquePointer) -> Int32 {
            lastCall = Self.now
            needsReview = true
            guard let body = BusReader(message).values() else {
                return fail(message, Self.error + "InvalidArgs", "The call is damaged.")
            }
            let call = BusCall(
                sender: Self.text(sd_bus_message_get_sender(message)),
                path: Self.text(sd_bus_message_get_path(message)),
                interface: Self.text(sd_bus_message_get_interface(message)),
                member: Self.text(sd_bus_message_get_member(message)),
                body: body
            )
            let answer = service.answer(call)
            switch answer.reply {
            case .failure(let failure): _ = fail(message, failure.name, failure.message)
            case .success(let values): reply(message, values)
            }
            send(answer)
            return 1
        }

        private func reply(_ message: OpaquePointer, _ values: [BusValue]) {
            var reply: OpaquePointer?
            guard sd_bus_message_new_method_return(message, &reply) >= 0, let reply else { return }
            defer { sd_bus_message_unref(reply) }
            guard BusWriter(reply).write(values), sd_bus_send(bus, reply, nil) >= 0 else {
                _ = fail(message, Self.error + "Failed", "The answer cannot be sent on this bus.")
                return
            }
        }

        private func fail(_ message: OpaquePointer, _ name: String, _ text: String) -> Int32 {
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            _ = sd_bus_error_set(&error, name, text)
            _ = sd_bus_reply_method_error(message, &error)
            return 1
        }

        /// Sends signals, and has the next question asked.
        private func send(_ answer: BusAnswer) {
            for signal in answer.signals {
                var message: OpaquePointer?
                guard
                    sd_bus_message_new_signal(
                        bus,
                        &message,
                        signal.path,
                        signal.interface,
                        signal.member
                    ) >= 0, let message
                else { continue }
                defer { sd_bus_message_unref(message) }
                if let destination = signal.destination {
                    guard sd_bus_message_set_destination(message, destination) >= 0 else {
                        continue
                    }
                }
                if BusWriter(message).write(signal.body) { _ = sd_bus_send(bus, message, nil) }
            }
            guard let question = answer.question else { return }
            let outcomes = outcomes
            BackgroundThreads.shared.run { outcomes.put(question.prompt, question.work()) }
        }

        fileprivate func hear(_ message: OpaquePointer) {
            guard let body = BusReader(message).values(), case .text(let name)? = body.first else {
                return
            }
            if sd_bus_message_is_signal(message, Self.driver, "NameLost") > 0 {
                if name == SessionBus.name { hasLostName = true }
            } else {
                service.clientLeft(name)
            }
        }

        private static let error = "org.freedesktop.DBus.Error."
        private static let driver = "org.freedesktop.DBus"
        private static let sender = "type='signal',sender='\(driver)',interface='\(driver)',"
        /// Programs that leave the bus: names that have no owner any more.
        private static let leavings = sender + "member='NameOwnerChanged',arg2=''"
        private static let losses = sender + "member='NameLost'"

        private static func text(_ text: UnsafePointer<CChar>?) -> String {
            text.map { String(cString: $0) } ?? ""
        }

        private static var now: Int {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return time.tv_sec
        }
    }

    private func called(
        _ message: OpaquePointer?,
        _ loop: UnsafeMutableRawPointer?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message, let loop else { return 0 }
        return Unmanaged<BusLoop>.fromOpaque(loop).takeUnretainedValue().answer(message)
    }

    private func heard(
        _ message: OpaquePointer?,
        _ loop: UnsafeMutableRawPointer?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message, let loop else { return 0 }
        Unmanaged<BusLoop>.fromOpaque(loop).takeUnretainedValue().hear(message)
        return 0
    }

    /// The signals that ask a program to end, as a file.
    ///
    /// Threads that are started later do not get them either.
    private struct EndingSignals {
        let file: Int32

        init() {
            var signals = sigset_t()
            sigemptyset(&signals)
            for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
            sigprocmask(SIG_BLOCK, &signals, nil)
            file = signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        }

        /// Whether one has come; the process ends then, and reads none.
        var hasCome: Bool {
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) > 0
        }
    }

    /// Outcomes of questions on their way to the thread of the bus, which a file wakes up.
    private final class Mailbox: Sendable {
        let file: Int32
        private let contents = Mutex<[(String, PromptOutcome)]>([])

        init() { file = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

        deinit { close(file) }

        func put(_ prompt: String, _ outcome: PromptOutcome) {
            contents.withLock { $0.append((prompt, outcome)) }
            _ = eventfd_write(file, 1)
        }

        func take() -> [(String, PromptOutcome)] {
            var count: UInt64 = 0
            _ = eventfd_read(file, &count)
            return contents.withLock { contents in
                defer { contents = [] }
                return contents
            }
        }
    }
#endif
