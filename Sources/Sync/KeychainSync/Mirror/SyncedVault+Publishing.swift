package import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain

/// The files by which a mirror comes to show the present state of a vault.
package struct MirrorPublication: Sendable {
    /// The files that the mirror does not have, by their paths: they must be there before the stamp is.
    package let files: [String: [UInt8]]
    /// The new stamp, which is replaced last.
    package let stamp: [UInt8]
    /// The paths of all objects of the new state.
    package let present: Set<String>
    /// The paths of all objects of the state before, which readers may be reading.
    package let former: Set<String>
    /// The time until which the stamp is valid.
    package let expiry: Date

    package init(
        files: [String: [UInt8]],
        stamp: [UInt8],
        present: Set<String>,
        former: Set<String>,
        expiry: Date
    ) {
        (self.files, self.stamp, self.present) = (files, stamp, present)
        (self.former, self.expiry) = (former, expiry)
    }
}

/// Publishes a vault for readers who do not reach its remote.
extension SyncedVault {
    /// Makes the files for a mirror of the present state.
    ///
    /// - Parameters:
    ///   - validity: The time for which readers believe the new stamp, in seconds:
    ///     ``MirrorStamp/validities``.
    ///   - mirror: The mirror as it is. What it has is not read again from the remote.
    ///   - engine: The remote.
    /// - Returns: The files to write.
    /// - Throws: ``SyncProblem/notPublisher`` on a device whose stamps no reader believes;
    ///   ``SyncProblem/mirrored`` for a remote that is a mirror itself; or any failure of reading the
    ///   remote, for instance ``SyncProblem/alarm(_:)`` for a record that is not the one of the log.
    package func publication(
        validity: UInt32,
        over mirror: any MirrorSource,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> MirrorPublication {
        let log = try await publishingLog(on: engine)
        let former = await MirrorContent(mirror)
        let files = try await SyncProblem.asking { () async throws(EngineFailure) in
            try await log.publishedFiles(knowing: former.files)
        }
        let (root, objects) = MirrorTree.objects(of: files)
        let now = UInt64(max(store.now.timeIntervalSince1970 * 1000, 0))
        // One that was made while the clock was wrong is replaced: readers do not take it.
        let last = former.stamp.flatMap { $0.isAhead(of: store.now) ? nil : $0 }
        let time = max(now, (last?.time ?? 0) + 1)
        let stamp = try await log.stamp(root, at: time, validity: validity)
        let all = Dictionary(uniqueKeysWithValues: objects.map { ($0.key.path, $0.value) })
        // As a new reader would: readers would blame the mirror for what the remote has lost.
        _ = try await ShownLine(
            on: MirrorEngine(NewMirror(files: all, stamp: stamp.encoded)),
            of: stamp.vault,
            as: await log.keys,
            at: store.now,
            entropy: entropy
        )
        let missing = objects.filter { !former.objects.contains($0.key) }
        return MirrorPublication(
            files: Dictionary(uniqueKeysWithValues: missing.map { ($0.key.path, $0.value) }),
            stamp: stamp.encoded,
            present: Set(objects.keys.map(\.path)),
            former: Set(former.objects.map(\.path)),
            expiry: stamp.expiry
        )
    }

    /// Looks whether this device can publish: before a folder is made for it.
    ///
    /// - Throws: ``SyncProblem/notPublisher``, ``SyncProblem/mirrored``, or any failure of reading.
    package func requirePublisher(on engine: any VaultEngine) async throws(SyncProblem) {
        _ = try await publishingLog(on: engine)
    }

    /// Whether a mirror shows the present state.
    ///
    /// - Parameters:
    ///   - mirror: The mirror.
    ///   - time: The time for which its stamp must be valid from now on, in seconds.
    ///   - engine: The remote.
    /// - Returns: Whether it does.
    /// - Throws: The same errors as ``publication(validity:over:on:)``.
    package func isPublished(
        in mirror: any MirrorSource,
        for time: UInt32,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Bool {
        let log = try await publishingLog(on: engine)
        let path = MirrorPath.stamp
        let read = try? await mirror.read([path], limit: MirrorStamp.length)
        guard let stamp = read?[path].flatMap(MirrorStamp.init) else { return false }
        let isPresent = (try? await log.trust.check(stamp, rules: .standard)) != nil
        let now = store.now
        return isPresent && !stamp.isAhead(of: now)
            && now.addingTimeInterval(Double(time)) <= stamp.expiry
    }

    private func publishingLog(on engine: any VaultEngine) async throws(SyncProblem) -> VaultLog {
        guard !engine.isMirror else { throw .mirrored }
        let log = try await current(on: engine)
        guard await log.membership.members[log.device]?.role.signsStamps == true else {
            throw .notPublisher
        }
        return log
    }
}

extension VaultLog {
    /// The files of the present state that are published: all but the requests of devices that want to
    /// join.
    ///
    /// - Parameter known: Files that a mirror has, by their paths.
    /// - Returns: The files. Each record is the one that the log names.
    /// - Throws: Any failure of reading.
    fileprivate func publishedFiles(
        knowing known: [String: [UInt8]]
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        var paths = [VaultPath.head]
        if trust.cut > 0 { paths.append(VaultPath.snapshot) }
        paths += (0..<trust.membership.count).map(VaultPath.membership)
        if trust.position.sequence > 0 {
            paths += (trust.first...trust.position.sequence).map(VaultPath.entry)
        }
        for folder in [VaultPath.keys, VaultPath.answers, VaultPath.recovery] {
            paths += try await engine.list(folder, of: snapshot)
        }
        var files: [String: [UInt8]] = [:]
        for start in stride(from: 0, to: paths.count, by: Int(Self.pageLength)) {
            let page = Array(paths[start..<min(start + Int(Self.pageLength), paths.count)])
            files.merge(try await engine.read(page, of: snapshot)) { $1 }
        }
        var wanted: [ItemID: [UInt8]] = [:]
        for (id, digest) in trust.state.digests {
            let path = VaultPath.record(id)
            if let record = known[path], SyncDigest.of(record) == digest {
                files[path] = record
            } else {
                wanted[id] = digest
            }
        }
        for (id, record) in try await records(named: wanted) {
            files[VaultPath.record(id)] = record
        }
        return files
    }

    /// The stamp of the present state, signed by this device.
    fileprivate func stamp(
        _ root: MirrorTree.Link,
        at time: UInt64,
        validity: UInt32
    ) throws(SyncProblem) -> MirrorStamp {
        let stamp = MirrorStamp(
            vault: trust.vault,
            time: time,
            validity: min(
                max(validity, MirrorStamp.validities.lowerBound),
                MirrorStamp.validities.upperBound
            ),
            members: MembershipEntry.Position(
                sequence: trust.membership.count,
                hash: trust.membership.moments.last?.hash ?? SyncDigest.zero
            ),
            end: trust.position,
            root: root,
            author: device
        )
        return try SyncProblem.catching { () throws(KeychainError) in
            try stamp.signed(by: keys, in: trust.vault)
        }
    }
}

/// A mirror that is not written yet.
private struct NewMirror: MirrorSource {
    let files: [String: [UInt8]]
    let stamp: [UInt8]

    func read(
        _ paths: [String],
        limit: Int
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for path in paths { found[path] = path == MirrorPath.stamp ? stamp : files[path] }
        return found
    }
}

/// The state of a mirror, as far as it is sound.
struct MirrorContent {
    private(set) var stamp: MirrorStamp?
    private(set) var objects: Set<MirrorTree.Link> = []
    private(set) var files: [String: [UInt8]] = [:]

    /// Reads all objects that the stamp leads to, without those that are missing or damaged.
    ///
    /// - Parameters:
    ///   - mirror: The mirror.
    ///   - mostPlaces: The number of places of its tree that are looked at.
    init(_ mirror: any MirrorSource, mostPlaces: Int = MirrorTree.mostPlaces) async {
        let path = MirrorPath.stamp
        let read = try? await mirror.read([path], limit: MirrorStamp.length)
        guard let stamp = read?[path].flatMap(MirrorStamp.init) else { return }
        self.stamp = stamp
        var level: [(beginning: [UInt8], link: MirrorTree.Link)] = [([], stamp.root)]
        var places = 0
        while let (beginning, link) = level.popLast() {
            places += 1
            guard places <= mostPlaces else { return }
            guard beginning.count <= MirrorTree.longestPath,
                let read = try? await mirror.read([link.path], limit: Int(link.length)),
                let bytes = read[link.path], MirrorTree.Link(to: bytes) == link,
                let node = MirrorTree.Node(bytes)
            else { continue }
            objects.insert(link)
            switch node {
            case .pack(let packed):
                for (rest, bytes) in packed {
                    files[String(decoding: beginning + rest, as: UTF8.self)] = bytes
                }
            case .branch(let links):
                level += links.map { (beginning + $0.part, $0.link) }
            }
        }
    }
}
