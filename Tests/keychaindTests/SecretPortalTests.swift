#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import TestRounds
    import Testing

    /// Programs in sandboxes, which reach keychaind through the portal of the desktop.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct SecretPortalTests {
        /// Both ends of a pipe, or of a connection, of which the program has sent one away.
        private struct Ends {
            var reading: Int32
            var writing: Int32

            init(_ isSocket: Bool = false) {
                var ends: [Int32] = [-1, -1]
                if isSocket {
                    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
                } else {
                    pipe(&ends)
                }
                (reading, writing) = (ends[0], ends[1])
            }

            /// All bytes until the last owner of the other end closes it; `nil` if none comes for ten seconds.
            func contents() -> [UInt8]? {
                close(writing)
                defer { close(reading) }
                var bytes: [UInt8] = []
                while true {
                    var state = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
                    guard poll(&state, 1, 10_000) > 0 else { return nil }
                    var room = [UInt8](repeating: 0, count: 256)
                    let count = read(reading, &room, room.count)
                    guard count > 0 else { return bytes }
                    bytes += room[..<count]
                }
            }
        }

        private func secret(
            _ program: String,
            _ portal: MockPortal,
            isSocket: Bool = false
        ) throws -> [UInt8]? {
            let ends = Ends(isSocket)
            let call = try portal.retrieve(program, into: ends.writing)
            let bytes = ends.contents()
            #expect(portal.answer(to: call) == "0")
            return bytes
        }

        private func lock(_ bus: PrivateBus) throws {
            try bus.keychain().setPasscode(PrivateBus.passcode)
            try bus.keychain().lock()
        }

        @Test func eachProgramHasItsOwnSecretThatStays() throws {
            let bus = try PrivateBus()
            let portal = try MockPortal(on: bus.address)
            let first = try #require(try secret("org.a.First", portal))
            #expect(first.count == 64)
            #expect(try secret("org.a.First", portal, isSocket: true) == first)
            let second = try #require(try secret("org.b.Second", portal))
            #expect(second.count == 64 && second != first)
            bus.killDaemon()
            try bus.startDaemon()
            #expect(try secret("org.a.First", portal) == first)
            let found = try bus.secretTool("search --all xdg:schema org.freedesktop.portal.Secret")
            #expect(found.output.components(separatedBy: "label = Application key for ").count == 3)
        }

        @Test func onlyThePortalIsAnswered() throws {
            let bus = try PrivateBus()
            let ends = Ends()
            let other = try MockPortal(on: bus.address, as: nil)
            let call = try other.retrieve("org.a.First", into: ends.writing)
            #expect(other.answer(to: call) == "org.freedesktop.DBus.Error.AccessDenied")
            #expect(ends.contents() == [])
            #expect(try bus.secretTool("search --all app_id org.a.First").output == "")
        }

        /// Files that a program sends in place of one that takes the secret.
        @Test(arguments: [
            "full pipe", "full socket", "pipe without a reader", "socket without a reader",
            "reading end", "file", "/dev/null", "folder",
        ])
        func aFileThatTakesNothingIsNoDanger(_ kind: String) throws {
            let bus = try PrivateBus()
            let portal = try MockPortal(on: bus.address)
            signal(SIGPIPE, SIG_IGN)
            var ends = Ends(kind.contains("socket"))
            let flags = fcntl(ends.writing, F_GETFL)
            switch kind {
            case "full pipe", "full socket":
                _ = fcntl(ends.writing, F_SETFL, flags | O_NONBLOCK)
                for count in [4096, 1] {
                    let bytes = [UInt8](repeating: 0, count: count)
                    while write(ends.writing, bytes, count) > 0 {}
                }
                // The program makes it a file that waits, as it can at any time.
                _ = fcntl(ends.writing, F_SETFL, flags)
            case "pipe without a reader", "socket without a reader": close(ends.reading)
            case "reading end": swap(&ends.reading, &ends.writing)
            default:
                close(ends.writing)
                let path = kind == "file" ? bus.folder + "/file" : kind
                let flags = kind == "folder" ? O_RDONLY : O_WRONLY | O_CREAT
                ends.writing = open(kind == "folder" ? bus.folder : path, flags, 0o600)
            }
            #expect(ends.writing >= 0)
            let start = ContinuousClock.now
            let call = try portal.retrieve("org.a.First", into: ends.writing)
            #expect(portal.answer(to: call) == "2")
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(try secret("org.a.First", portal)?.count == 64, "it answers others")
            if kind == "file" {
                #expect(try Data(contentsOf: URL(filePath: bus.folder + "/file")).isEmpty)
            }
            close(ends.writing)
        }

        @Test(
            arguments: [
                (.types, "0", 64), (.declines, "1", 0), (nil, "2", 0),
            ] as [(PrivateBus.User?, String, Int)]
        )
        func aLockedKeychainAsks(
            _ user: PrivateBus.User?,
            _ response: String,
            _ count: Int
        ) throws {
            let bus = try PrivateBus(asking: user ?? .waits)
            if user == nil { unlink(bus.folder + "/pinentry") }
            try lock(bus)
            let portal = try MockPortal(on: bus.address)
            let ends = Ends()
            let start = ContinuousClock.now
            let call = try portal.retrieve("org.a.First", into: ends.writing)
            #expect(portal.answer(to: call) == response)
            if user == nil { #expect(ContinuousClock.now - start < .seconds(1)) }
            #expect(ends.contents()?.count == count)
            #expect(bus.questions == (user == nil ? 0 : 1))
        }

        /// A request ends with its file when it is withdrawn, the portal leaves, or keychaind is stopped.
        @Test(arguments: ["close", "leave", "stop"]) func aRequestEnds(_ end: String) throws {
            let bus = try PrivateBus(asking: .waits)
            try lock(bus)
            let portal = try MockPortal(on: bus.address)
            let ends = Ends()
            let call = try portal.retrieve("org.a.First", into: ends.writing)
            waits { bus.questions > 0 }
            switch end {
            case "close":
                let closing = try portal.close()
                #expect(portal.answer(to: closing) == "ok")
                #expect(portal.answer(to: call) == "2")
            case "leave": portal.leave()
            default:
                kill(bus.daemon.processIdentifier, SIGTERM)
                #expect(portal.answer(to: call) == "2")
            }
            #expect(ends.contents() == [])
            #expect(try bus.keychain().lockState == .locked)
        }
    }
#endif
