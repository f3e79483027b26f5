internal import KeychainSync
internal import KeychainctlKit

/// Publishes a keychain's vault into a folder.
struct MirrorPublisher {
    /// The time for which readers believe a stamp, if the user names none.
    static let usualValidity = Duration.seconds(86_400)

    private let folder: MirrorFolder
    private let validity: UInt32

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - time: The time for which readers believe a stamp; `nil` for a day.
    /// - Throws: ``Failure`` for a time that no reader takes, before anything is made.
    init(_ path: String, valid time: TimeSpan?) throws {
        let seconds = (time?.duration ?? Self.usualValidity).components.seconds
        guard let validity = UInt32(exactly: seconds), MirrorStamp.validities.contains(validity)
        else {
            throw Failure(
                .usage,
                "a mirror cannot be valid for that time",
                advice: "use 1m to 30d, such as --valid 1d"
            )
        }
        self.validity = validity
        folder = try MirrorFolder(path)
    }

    /// Looks whether a machine can publish, as far as that is known without the remote: before a folder is
    /// made for it.
    ///
    /// - Throws: ``Failure``.
    static func require(_ sync: SyncPlace) throws {
        let vault = sync.vault
        let status = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.status() } catch {
                throw Failure(error)
            }
        }
        guard !status.isMirror else { throw Failure(SyncProblem.mirrored) }
        guard status.role?.signsStamps ?? true else { throw Failure(SyncProblem.notPublisher) }
    }

    /// Publishes the present state.
    ///
    /// - Returns: The files that were written.
    /// - Throws: ``SyncProblem``, or ``Failure`` of the folder.
    func publish(_ vault: SyncedVault, on engine: SyncRemote) async throws -> MirrorPublication {
        let publication = try await vault.publication(
            validity: validity,
            over: folder,
            on: engine
        )
        try folder.take(publication)
        return publication
    }

    /// Publishes if the mirror shows another state, or if its stamp is valid for less than half of its time
    /// from now on.
    ///
    /// - Returns: The reason why it was not possible; `nil` if it was, or was not needed.
    func publishIfNeeded(_ vault: SyncedVault, on engine: SyncRemote) async -> String? {
        do {
            if try await !vault.isPublished(in: folder, for: validity / 2, on: engine) {
                _ = try await publish(vault, on: engine)
            }
            return nil
        } catch let problem as SyncProblem {
            return Failure(problem, await engine.complaint).message
        } catch {
            return (error as? Failure)?.message ?? "\(error)"
        }
    }
}
