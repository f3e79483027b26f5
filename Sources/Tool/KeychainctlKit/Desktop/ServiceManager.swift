internal import PortableKeychain

/// The service manager of a user, through `systemctl`.
package struct ServiceManager: Sendable {
    /// Runs `systemctl --user` with these words; returns whether it succeeded.
    package let run: @Sendable ([String]) -> Bool

    package init(run: @escaping @Sendable ([String]) -> Bool) { self.run = run }

    /// The one of systemd.
    package static let systemd = ServiceManager { words in
        let systemctl = ChildProgram(["systemctl", "--user"] + words)
        // Starting a service can take a while; what it says is of no use here.
        let limits = ChildProgram.Limits(output: 1 << 20, seconds: 120)
        return (try? systemctl.run(limits: limits).status) == 0
    }
}
