internal import KeychainLibC
internal import PortableKeychain

/// The program that answers for the Secret Service on the session bus.
package enum NameOwner: Equatable, Sendable {
    /// A program that runs, with the name that the kernel shows of it: at most 15 bytes.
    case program(process: Int32, name: String)
    /// No program yet; the bus starts one at the first call.
    case startable
    /// No program, and the bus knows none to start.
    case nobody
}

/// The session bus, asked through a program that comes with it: `busctl`, or `dbus-send`.
///
/// `keychaind` speaks to the bus itself. This is for the commands that have to work after
/// `keychaind` was removed.
package struct DesktopBus: Sendable {
    /// Calls a method of the bus, with a text or without one.
    ///
    /// Returns what the program printed; `nil` if there is no bus, or it refused the call.
    let call: @Sendable (_ method: String, _ text: String?) -> String?

    /// The bus of the user's session.
    package static let session = DesktopBus { method, text in
        let bus = "org.freedesktop.DBus"
        let path = "/org/freedesktop/DBus"
        let programs = [
            ["busctl", "--user", "call", bus, path, bus, method] + (text.map { ["s", $0] } ?? []),
            [
                "dbus-send", "--session", "--print-reply=literal", "--dest=" + bus, path,
                "\(bus).\(method)",
            ] + (text.map { ["string:" + $0] } ?? []),
        ]
        let limits = ChildProgram.Limits(output: 1 << 20, seconds: 30)
        for words in programs {
            guard let answer = try? ChildProgram(words).run(limits: limits), answer.status == 0
            else { continue }
            return String(decoding: answer.output, as: UTF8.self)
        }
        return nil
    }

    /// Finds out which program answers for the Secret Service; starts none.
    ///
    /// - Throws: ``Failure`` if there is no bus.
    package func owner() throws(Failure) -> NameOwner {
        guard call("GetId", nil) != nil else { throw Self.noBus }
        if let answer = call("GetConnectionUnixProcessID", Desktop.busName),
            let process = Self.words(answer).compactMap({ Int32($0) }).last
        {
            return .program(process: process, name: Self.programName(of: process))
        }
        let names = Self.words(call("ListActivatableNames", nil) ?? "")
        return names.contains { $0 == Desktop.busName } ? .startable : .nobody
    }

    /// Has the bus read its files again that say which programs it can start.
    ///
    /// - Throws: ``Failure`` if the bus does not.
    package func reload() throws(Failure) {
        guard call("ReloadConfig", nil) != nil else { throw Self.noBus }
    }

    /// Ends a program, and waits until it no longer has the name.
    ///
    /// - Parameters:
    ///   - process: The number of its process.
    ///   - shown: The name of the program, for people.
    /// - Throws: ``Failure`` if it does not end within five seconds.
    package func end(_ process: Int32, _ shown: String) throws(Failure) {
        for round in 0..<Self.patience {
            guard case .program(process, _) = try owner() else { return }
            // Its unit may have ended it already.
            if round == 0 { kill(process, SIGTERM) }
            usleep(50_000)
        }
        throw Failure(
            .unfit,
            "\(shown) does not end",
            advice: "end the process \(process), and run this again"
        )
    }

    /// The number of checks by ``end(_:_:)``, with 50 ms in between.
    private static let patience = 100

    private static var noBus: Failure {
        Failure(
            .unfit,
            "there is no session bus, or neither 'busctl' nor 'dbus-send' is installed",
            advice: "run it in the session of a desktop, or with dbus-run-session"
        )
    }

    private static func words(_ answer: String) -> [Substring] {
        answer.split { $0.isWhitespace || "\"[]".contains($0) }
    }

    /// The name of a process's program; empty if it has ended.
    ///
    /// The path of the program cannot be read where the program protects itself, as `keychaind` does.
    private static func programName(of process: Int32) -> String {
        let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: 64)
        let count = read(file, &room, room.count)
        return String(decoding: room.prefix(max(count, 0)).filter { $0 != 10 }, as: UTF8.self)
    }
}
