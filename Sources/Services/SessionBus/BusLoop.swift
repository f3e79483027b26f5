#if Agent && os(Linux)
    internal import CKeychainPlatform
    internal import CKeychainSystemd
    internal import KeychainLibC
    internal import KeychainSecretService
    internal import PortableKeychain
    internal import Synchronization

    /// One connection to the session bus, on one thread, and the answers that come from others.
    final class BusLoop {
        private let service: SecretService
        private let outcomes = Mailbox()
        private let endings = PendingSignals(PendingSignals.blockedEndings())
        private var connection: BusConnection?
        var bus: OpaquePointer? { connection?.bus }
        /// The watch that locks the keychains; `nil` without logind.
        private var sessions: SessionWatch?
        private var hasLostName = false
        /// The calls whose replies were announced, by the names that the service gave them.
        private var announced: [String: PortalCall] = [:]
        /// The time of the last call, in seconds of the system's clock.
        private var lastCall = BusLoop.now
        private var needsReview = false
        /// The open question, and when it was asked; `nil` if there is none, or the user was reminded of it.
        private var asked: (prompt: String, at: Int)?
        /// The notices of the last minute, and when they were sent.
        var sent: [DesktopNotice: Int] = [:]

        /// The time that the service must be idle before it reads collections again.
        private static let pause = Duration.seconds(1)
        /// The time after which the user is reminded of a question, in seconds.
        private static let reminder = 30

        init(_ service: SecretService) { self.service = service }

        func run(
            replaces: Bool,
            idle: Int?,
            ready: () -> Void
        ) throws(SessionBusProblem) -> SessionBusEnd {
            let connection = try BusConnection.toSession()
            self.connection = connection
            defer { (self.connection, announced) = (nil, [:]) }
            // A program may close the file in which it wants its secret.
            signal(SIGPIPE, SIG_IGN)
            let bus = connection.bus
            let this = Unmanaged.passUnretained(self).toOpaque()
            guard
                sd_bus_add_fallback(bus, nil, "/org/freedesktop/secrets", called, this) >= 0,
                sd_bus_add_fallback(bus, nil, SecretPortal.root, called, this) >= 0,
                sd_bus_add_match(bus, nil, Self.leavings, heard, this) >= 0,
                sd_bus_add_match(bus, nil, Self.losses, heard, this) >= 0
            else { throw .noBus("the connection was refused") }
            var flags = UInt64(SD_BUS_NAME_ALLOW_REPLACEMENT)
            if replaces { flags |= UInt64(SD_BUS_NAME_REPLACE_EXISTING) }
            guard sd_bus_request_name(bus, SessionBus.name, flags) > 0 else { throw .nameIsTaken }
            ready()
            sessions = SessionWatch { [unowned self] event in
                send(service.follow(event))
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
                    if asked?.prompt == prompt { asked = nil }
                    send(service.finish(prompt, outcome))
                }
                if sessions?.process() == false { sessions = nil }
                guard step == 0 else { continue }
                // Queued messages go out before the thread sleeps.
                _ = sd_bus_flush(bus)
                let isQuiet = !wait(bus, idle)
                if endings.isAnyPending { return .terminated }
                if let question = asked, Self.now - question.at >= Self.reminder {
                    asked = nil
                    send(service.remind())
                }
                if isQuiet, needsReview {
                    service.review()
                    // That of a burst of calls.
                    pk_free_memory_return()
                    needsReview = false
                }
                if let idle, Self.now - lastCall >= idle, service.isIdle { return .idle }
            }
        }

        /// Waits for a message or an outcome, without a limit if there is no other work.
        ///
        /// - Returns: Whether one came before the time of other work.
        private func wait(_ bus: OpaquePointer, _ idle: Int?) -> Bool {
            var wait = FileWait()
            wait.add(endings)
            wait.add(outcomes.event)
            wait.add(bus)
            if let sessions { wait.add(sessions.bus) }
            if needsReview { wait.limit(to: Self.pause) }
            if let asked { wait.limit(to: .seconds(max(asked.at + Self.reminder - Self.now, 1))) }
            if let idle {
                let rest = lastCall + idle - Self.now
                // No event reports that another program locks a keychain that keeps the service
                // from ending.
                wait.limit(to: .seconds(rest > 0 ? rest : max(idle, 1)))
            }
            return wait.run()
        }

        // MARK: Messages

        fileprivate func answer(_ message: OpaquePointer) -> Int32 {
            lastCall = Self.now
            needsReview = true
            guard let body = BusReader(message).values() else {
                return fail(message, Self.error + "InvalidArgs", "The call is damaged.")
            }
            var call = BusCall(
                sender: Self.text(sd_bus_message_get_sender(message)),
                path: Self.text(sd_bus_message_get_path(message)),
                interface: Self.text(sd_bus_message_get_interface(message)),
                member: Self.text(sd_bus_message_get_member(message)),
                body: body
            )
            if call.path == SecretPortal.root { call.isFromPortal = isPortal(call.sender) }
            if call.isPrompt { call.process = process(of: call.sender) }
            let answer = service.answer(call)
            switch answer.reply {
            case .failure(let failure): _ = fail(message, failure.name, failure.message)
            case .success(.values(let values)): reply(message, values)
            case .success(.later(let name)): announced[name] = PortalCall(message)
            }
            send(answer)
            return 1
        }

        /// Whether a program is the portal of the desktop now.
        private func isPortal(_ sender: String) -> Bool {
            let body: [BusValue] = [.text(SecretPortal.name)]
            return (try? connection?.callDriver("GetNameOwner", body))?.first?.text == sender
        }

        /// The process of a program, as the bus knows it.
        private func process(of sender: String) -> Int32? {
            let body: [BusValue] = [.text(sender)]
            let reply = try? connection?.callDriver("GetConnectionUnixProcessID", body)
            return reply?.first?.whole.flatMap { Int32(exactly: $0) }
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

        /// Sends replies that were announced, and signals, and has the next question asked.
        private func send(_ answer: BusAnswer) {
            for (name, outcome) in answer.announced {
                guard let call = announced.removeValue(forKey: name) else { continue }
                reply(call.message, call.take(outcome).values)
            }
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
            answer.notices.forEach(send)
            if let question = answer.question { asked = (question.prompt, Self.now) }
            let outcomes = outcomes
            for question in [answer.question, answer.background].compactMap(\.self) {
                BackgroundThreads.shared.run { outcomes.put(question.prompt, question.work()) }
            }
        }

        fileprivate func hear(_ message: OpaquePointer) {
            guard let body = BusReader(message).values(), case .text(let name)? = body.first else {
                return
            }
            if sd_bus_message_is_signal(message, Self.driver, "NameLost") > 0 {
                if name == SessionBus.name { hasLostName = true }
            } else {
                service.clientLeft(name)
                announced = announced.filter { $0.value.sender != name }
            }
        }

        private static let error = "org.freedesktop.DBus.Error."
        private static let driver = "org.freedesktop.DBus"
        private static let sender = "type='signal',sender='\(driver)',interface='\(driver)',"
        /// Programs that leave the bus: names that no longer have an owner.
        private static let leavings = sender + "member='NameOwnerChanged',arg2=''"
        private static let losses = sender + "member='NameLost'"

        private static func text(_ text: UnsafePointer<CChar>?) -> String {
            text.map { String(cString: $0) } ?? ""
        }

        static var now: Int {
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

    /// Outcomes of questions on their way to the thread of the bus.
    private final class Mailbox: Sendable {
        let event = EventFile()
        private let contents = Mutex<[(String, PromptOutcome)]>([])

        func put(_ prompt: String, _ outcome: PromptOutcome) {
            contents.withLock { $0.append((prompt, outcome)) }
            event.signal()
        }

        func take() -> [(String, PromptOutcome)] {
            event.clear()
            return contents.withLock { contents in
                defer { contents = [] }
                return contents
            }
        }
    }

    extension FileWait {
        /// Adds a message of a bus to wait for, or the time when it has work to do by itself.
        fileprivate mutating func add(_ bus: OpaquePointer) {
            add(sd_bus_get_fd(bus), for: max(sd_bus_get_events(bus), 0))
            var (end, now) = (UInt64.max, timespec())
            guard sd_bus_get_timeout(bus, &end) >= 0, end != .max else { return }
            clock_gettime(CLOCK_MONOTONIC, &now)
            let passed = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
            limit(to: .microseconds(end > passed ? end - passed : 0))
        }
    }
#endif
