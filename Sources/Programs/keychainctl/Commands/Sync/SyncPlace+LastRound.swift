internal import KeychainEssentials
internal import KeychainLibC

/// The time when everything was last synchronized: the time of a file, because a change of the
/// keychain would wake each program that waits for one.
extension SyncPlace {
    private var mark: String { folder + "/last-round" }

    /// Notes that everything is synchronized now.
    ///
    /// If that fails, people see an older time.
    func noteRound() {
        let file = open(mark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        futimens(file, nil)
        close(file)
    }

    /// The time of the last complete round; `nil` if there was none, or it was not recorded.
    var lastRound: Date? {
        FileFacts.of(mark).map { Date(timeIntervalSince1970: Double($0.changed)) }
    }
}
