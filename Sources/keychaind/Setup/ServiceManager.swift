internal import KeychainLibC

/// The service manager of a user, through `systemctl`.
struct ServiceManager: Sendable {
    /// Runs `systemctl --user` with these words; returns whether it succeeded.
    let run: @Sendable ([String]) -> Bool

    static let systemd = ServiceManager { words in
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for file: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0)
        }
        var arguments = (["systemctl", "--user"] + words).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, "systemctl", &actions, nil, &arguments, environ) == 0 else {
            return false
        }
        var status: Int32 = -1
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }
}
