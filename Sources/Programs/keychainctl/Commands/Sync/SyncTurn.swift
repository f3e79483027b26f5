internal import KeychainctlKit
internal import PortableKeychain

/// The turn of one program at the synchronization of a keychain.
///
/// It makes the folder beside the keychain, and removes it at its end if the keychain is not
/// synchronized then: a command that was refused leaves nothing.
final class SyncTurn: Sendable {
    private let folder: String
    private let isFolderNeeded: @Sendable () -> Bool
    private let turn: FileTurn

    /// Waits for the turn.
    ///
    /// - Parameters:
    ///   - folder: The folder beside the keychain.
    ///   - isFolderNeeded: Whether the folder has to stay, asked at the end of the turn.
    /// - Throws: ``Failure`` while another program has its turn.
    init(_ folder: String, isFolderNeeded: @escaping @Sendable () -> Bool) throws {
        try ProgramFolder.make(folder)
        guard let turn = FileTurn(folder + "/lock", patience: 2000) else {
            throw Failure(
                .offline,
                "another program synchronizes this keychain",
                advice: "try again when it has ended"
            )
        }
        self.turn = turn
        (self.folder, self.isFolderNeeded) = (folder, isFolderNeeded)
    }

    deinit { if !isFolderNeeded() { ProgramFolder.remove(folder) } }
}
