internal import ArgumentParser

/// `keychainctl sync`.
struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Synchronize items with your other machines.",
        discussion: """
            Items that are marked as synchronized (--synchronizable) are kept the same on all \
            machines, through a git repository or an etcd cluster that you have; for machines that only \
            read, a web server is enough. Everything is encrypted before it is sent; the server sees how \
            many items and changes there are, and when.

            EXAMPLES
              keychainctl sync setup git@example.com:me/keys.git   on the first machine
              keychainctl sync invite                              there, for each other machine
              keychainctl sync join git@example.com:me/keys.git    on the other machine
              keychainctl sync now                                 on the first one, then the other
            """,
        subcommands: [
            SyncSetupCommand.self, SyncInviteCommand.self, SyncInvitesCommand.self,
            SyncJoinCommand.self, SyncApproveCommand.self, SyncRequestCommand.self,
            SyncAdmitCommand.self, SyncPublishCommand.self,
            SyncRecoverCommand.self, SyncNowCommand.self, SyncRunCommand.self,
            SyncStatusCommand.self, SyncDevicesCommand.self, SyncRemoveCommand.self,
            SyncRotateCommand.self, SyncConflictsCommand.self, SyncEditsCommand.self,
            SyncHistoryCommand.self,
            SyncPauseCommand.self, SyncResumeCommand.self, SyncRemoteCommand.self,
            SyncLeaveCommand.self, SyncDoctorCommand.self, SyncRecoveryCommand.self,
            SyncAcceptOlderCommand.self, SyncRepairCommand.self,
        ]
    )
}
