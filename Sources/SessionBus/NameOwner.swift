internal import KeychainSecretService

#if Agent && os(Linux)
    internal import KeychainLibC
#endif

/// Who answers for the Secret Service on the session bus.
package enum NameOwner: Equatable, Sendable {
    /// A program that runs, with the name that the kernel shows of it: at most 15 bytes.
    case program(process: Int32, name: String)
    /// Nobody yet; the bus starts a program at the first call.
    case startable
    /// Nobody, and the bus knows no program to start.
    case nobody
}

extension SessionBus {
    /// Finds out who answers for the Secret Service; starts nobody.
    ///
    /// - Throws: ``SessionBusProblem/noBus(_:)`` if there is no bus.
    package static func owner() throws(SessionBusProblem) -> NameOwner {
        #if Agent && os(Linux)
            let connection = try BusConnection.toSession()
            let wanted = [BusValue.text(name)]
            if try connection.callDriver("NameHasOwner", wanted).first?.flag == true,
                let process = try connection.callDriver("GetConnectionUnixProcessID", wanted)
                    .first?.whole.flatMap({ Int32(exactly: $0) })
            {
                return .program(process: process, name: programName(of: process))
            }
            let startable = try connection.callDriver("ListActivatableNames").first?.elements
            return (startable ?? []).contains { $0.text == name } ? .startable : .nobody
        #else
            throw .notBuilt
        #endif
    }

    /// Has the bus read its files again that say which programs it can start.
    ///
    /// - Throws: ``SessionBusProblem`` if the bus does not.
    package static func reload() throws(SessionBusProblem) {
        #if Agent && os(Linux)
            _ = try BusConnection.toSession().callDriver("ReloadConfig")
        #else
            throw .notBuilt
        #endif
    }

    /// Has the bus start the program that its files name for the Secret Service.
    ///
    /// - Throws: ``SessionBusProblem`` if the bus cannot.
    package static func start() throws(SessionBusProblem) {
        #if Agent && os(Linux)
            let body: [BusValue] = [.text(name), .whole(0)]
            _ = try BusConnection.toSession()
                .callDriver("StartServiceByName", body, within: startPatience)
        #else
            throw .notBuilt
        #endif
    }

    #if Agent && os(Linux)
        /// How long a program may take to start, in microseconds.
        private static let startPatience: UInt64 = 30_000_000

        /// The name of a process's program; empty if it has ended.
        ///
        /// The path of the program cannot be read where the program protects itself, as this one does.
        private static func programName(of process: Int32) -> String {
            let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return "" }
            defer { close(file) }
            var room = [UInt8](repeating: 0, count: 64)
            let count = read(file, &room, room.count)
            return String(decoding: room.prefix(max(count, 0)).filter { $0 != 10 }, as: UTF8.self)
        }
    #endif
}
