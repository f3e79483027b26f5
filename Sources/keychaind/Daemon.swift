internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SessionBus

/// The program `keychaind`: it puts the keychains of a user on the session bus.
struct Daemon {
    private static let usage = """
        usage: keychaind --user [--replace] [--idle SECONDS]
               keychaind --import

        Answers programs that ask the session bus for org.freedesktop.secrets.

          --replace        take the name from a program that gives it away
          --idle SECONDS   end after so many seconds without a call
          --import         store the items of the program that answers now, and end
          --version        show the version
        """

    private var isForUser = false
    private var replaces = false
    private var idle: Int?
    private var imports = false
    private var showsVersion = false
    private var isWrong = false

    init(_ arguments: [String]) {
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--user": isForUser = true
            case "--replace": replaces = true
            case "--import": imports = true
            case "--version": showsVersion = true
            case "--idle":
                idle = rest.popFirst().flatMap { Int($0) }
                if idle.map({ $0 < 1 }) ?? true { isWrong = true }
            default: isWrong = true
            }
        }
    }

    /// Serves until nothing is to be done any more; ends the process.
    func main() -> Never {
        if showsVersion, !isWrong {
            Terminal.line("keychaind \(SoftwareVersion.number)")
            Terminal.end(ExitStatus.success.code)
        }
        guard isForUser != imports, !isWrong else {
            Terminal.hint(Shown(lines: Self.usage + "\n"))
            Terminal.end(ExitStatus.usage.code)
        }
        var configuration = Keychain.Configuration.fromEnvironment(
            applicationIdentifier: SessionBus.name
        )
        let authenticator = configuration.authenticator ?? PinentryAuthenticator()
        configuration.authenticator = nil
        let service = SecretService(.onDisk(configuration), authenticator: authenticator)
        do throws(SessionBusProblem) {
            if imports { Self.take(try SessionBus.presentItems(), into: service) }
            _ = try SessionBus.serve(service, replaces: replaces, idle: idle) {}
            Terminal.end(ExitStatus.success.code)
        } catch {
            Terminal.hint("keychaind: \(Self.sentence(error))\n")
            Terminal.end(ExitStatus.unfit.code)
        }
    }

    /// Stores items of the present provider; ends the process.
    private static func take(_ items: [ForeignItem], into service: SecretService) -> Never {
        do throws(KeychainError) {
            let count = try service.take(items)
            Terminal.line("New items: \(count) of \(items.count)")
            Terminal.end(ExitStatus.success.code)
        } catch {
            Terminal.hint("keychaind: \(error.description)\n")
            Terminal.end(ExitStatus.unfit.code)
        }
    }

    private static func sentence(_ problem: SessionBusProblem) -> String {
        switch problem {
        case .notBuilt: "keychaind was built without the session bus: the package trait 'Agent'."
        case .noBus(let reason):
            "There is no session bus: \(reason). Start keychaind in the session of a desktop, or "
                + "with dbus-run-session."
        case .nameIsTaken:
            "Another program answers for org.freedesktop.secrets. Stop it first."
        case .provider(let reason):
            "The program that answers for org.freedesktop.secrets does not give its items: \(reason)."
        }
    }
}
