#if Agent && os(Linux)
    import CKeychainSystemd
    import Foundation
    import TestPrograms
    import Testing

    /// Programs with forbidden behaviour.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct FloodTests {
        /// Clients that call and never read the answers do not keep others from being served.
        @Test func clientsThatNeverRead() throws {
            OpenFiles.allowMany()
            let bus = try PrivateBus()
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            let clients = try (0..<500).map { _ in try RawClient(bus.address) }
            for round in 0..<20 {
                for (number, client) in clients.enumerated() {
                    // Sessions and answers add up, and none of the answers is read.
                    client.send(round % 2 == 0 ? "OpenSession" : "SearchItems")
                    if number % 100 == 0 { client.send("Unlock") }
                }
            }
            let start = ContinuousClock.now
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(bus.daemon.isRunning)
            for client in clients { client.end() }
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
        }

        /// Messages of any types and depths, from a seed: each is answered, if only with an error.
        @Test(arguments: [1, 2, 3]) func anyMessageIsAnswered(_ seed: UInt64) throws {
            let bus = try PrivateBus()
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            let client = try RawClient(bus.address)
            var messages = RandomMessages(seed: seed)
            for number in 0..<200 {
                let answer = try client.call {
                    messages.fill($0)
                } to: {
                    try messages.next($0)
                }
                #expect(answer != -ETIMEDOUT && answer != -ECONNRESET, "message \(number)")
            }
            client.end()
            #expect(bus.daemon.isRunning)
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
        }

        @Test func aNewBusFindsWhatWasStored() throws {
            let bus = try PrivateBus()
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            bus.killBus()
            bus.daemon.waitUntilExit()
            try bus.startBus()
            try bus.startDaemon()
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
        }
    }

    /// A connection that sends any bytes.
    private final class RawClient {
        private let bus: OpaquePointer

        init(_ address: String) throws { bus = try MockConnection.open(address) }

        func end() { sd_bus_close(bus) }

        deinit { sd_bus_unref(bus) }

        /// Sends a call of the service and does not read its answer.
        func send(_ member: String) {
            guard let message = try? make("/org/freedesktop/secrets", "Service", member) else {
                return
            }
            defer { sd_bus_message_unref(message) }
            switch member {
            case "OpenSession":
                _ = "plain".withCString {
                    sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0)
                }
                sd_bus_message_open_container(message, CChar(UInt8(ascii: "v")), "s")
                _ = "".withCString {
                    sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0)
                }
            case "Unlock": sd_bus_message_open_container(message, CChar(UInt8(ascii: "a")), "o")
            default: sd_bus_message_open_container(message, CChar(UInt8(ascii: "a")), "{ss}")
            }
            sd_bus_message_close_container(message)
            sd_bus_send(bus, message, nil)
            sd_bus_flush(bus)
        }

        /// Calls, and waits for the answer; returns the number of the error, or at least 0.
        func call(
            _ fill: (OpaquePointer) -> Void,
            to address: ((String, String, String) throws -> OpaquePointer) throws -> OpaquePointer
        ) throws -> Int32 {
            let message = try address(make)
            defer { sd_bus_message_unref(message) }
            fill(message)
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            var reply: OpaquePointer?
            defer { sd_bus_message_unref(reply) }
            return sd_bus_call(bus, message, 10_000_000, &error, &reply)
        }

        private func make(
            _ path: String,
            _ interface: String,
            _ member: String
        ) throws -> OpaquePointer {
            var message: OpaquePointer?
            let name =
                interface.contains(".") ? interface : "org.freedesktop.Secret." + interface
            guard
                sd_bus_message_new_method_call(
                    bus,
                    &message,
                    "org.freedesktop.secrets",
                    path,
                    name,
                    member
                ) >= 0, let message
            else { throw POSIXError(.EINVAL) }
            return message
        }
    }

    /// Calls with bodies of random types.
    private struct RandomMessages {
        private var state: UInt64

        private static let places = [
            "/org/freedesktop/secrets", "/org/freedesktop/secrets/aliases/default",
            "/org/freedesktop/secrets/collection/default", "/org/freedesktop/secrets/session/s1",
            "/org/freedesktop/secrets/prompt/p1", "/org/freedesktop/secrets/collection/_/_5f",
            "/org/freedesktop/portal/desktop", "/org/freedesktop/portal/desktop/request/a/b",
        ]
        private static let interfaces = [
            "Service", "Collection", "Item", "Session", "Prompt", "org.freedesktop.DBus.Properties",
            "org.freedesktop.impl.portal.Secret", "org.freedesktop.impl.portal.Request",
        ]
        private static let members = [
            "OpenSession", "CreateCollection", "SearchItems", "Unlock", "Lock", "GetSecrets",
            "ReadAlias", "SetAlias", "CreateItem", "Delete", "GetSecret", "SetSecret", "Close",
            "Prompt", "Dismiss", "Get", "GetAll", "Set", "RetrieveSecret",
        ]

        init(seed: UInt64) { state = seed }

        /// A type of D-Bus.
        private indirect enum Kind {
            case basic(Unicode.Scalar)
            case array(Kind)
            case dictionary(Unicode.Scalar, Kind)
            case group([Kind])
            case variant(Kind)

            var signature: String {
                switch self {
                case .basic(let letter): String(letter)
                case .array(let inner): "a" + inner.signature
                case .dictionary(let key, let value): "a{\(key)\(value.signature)}"
                case .group(let parts): "(" + parts.map(\.signature).joined() + ")"
                case .variant: "v"
                }
            }
        }

        /// SplitMix64.
        private mutating func number(_ limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
        }

        private mutating func one<Element>(of list: [Element]) -> Element {
            list[number(list.count)]
        }

        mutating func next(
            _ make: (String, String, String) throws -> OpaquePointer
        ) throws -> OpaquePointer {
            try make(one(of: Self.places), one(of: Self.interfaces), one(of: Self.members))
        }

        mutating func fill(_ message: OpaquePointer) {
            for _ in 0..<number(4) { write(kind(depth: 0), into: message) }
        }

        private mutating func kind(depth: Int) -> Kind {
            let letters = Array("ybnqiuxtdsog".unicodeScalars)
            switch number(depth < 12 ? 9 : 4) {
            case 0...3: return .basic(one(of: letters))
            case 4: return .array(kind(depth: depth + 1))
            case 5: return .dictionary(one(of: letters), kind(depth: depth + 1))
            case 6: return .group((0...number(3)).map { _ in kind(depth: depth + 1) })
            default: return .variant(kind(depth: depth + 1))
            }
        }

        private mutating func write(_ kind: Kind, into message: OpaquePointer) {
            func inside(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Void) {
                sd_bus_message_open_container(message, Self.letter(type), contents)
                body()
                sd_bus_message_close_container(message)
            }
            switch kind {
            case .basic(let type): write(type, into: message)
            case .array(let inner):
                let count = number(4)
                inside("a", inner.signature) {
                    for _ in 0..<count { write(inner, into: message) }
                }
            case .dictionary(let key, let value):
                let entry = "{\(key)\(value.signature)}"
                let count = number(3)
                inside("a", entry) {
                    for _ in 0..<count {
                        inside("e", String(key) + value.signature) {
                            write(key, into: message)
                            write(value, into: message)
                        }
                    }
                }
            case .group(let parts):
                inside("r", parts.map(\.signature).joined()) {
                    for part in parts { write(part, into: message) }
                }
            case .variant(let inner):
                inside("v", inner.signature) { write(inner, into: message) }
            }
        }

        private mutating func write(_ type: Unicode.Scalar, into message: OpaquePointer) {
            switch type {
            case "s", "o", "g":
                let words = ["s": ["", "plain", "user", "ann", "\u{FF}€"], "g": ["", "a{sv}"]]
                let text = one(of: words[String(type)] ?? ["/", Self.places[0], Self.places[1]])
                _ = text.withCString { sd_bus_message_append_basic(message, Self.letter(type), $0) }
            case "b":
                var flag = Int32(number(2))
                sd_bus_message_append_basic(message, Self.letter(type), &flag)
            default:
                var bits = UInt64(truncatingIfNeeded: number(Int.max))
                sd_bus_message_append_basic(message, Self.letter(type), &bits)
            }
        }

        private static func letter(_ scalar: Unicode.Scalar) -> CChar {
            CChar(truncatingIfNeeded: scalar.value)
        }
    }
#endif
