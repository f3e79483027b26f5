import SyncSimulation
import Testing

@testable import KeychainSync

/// The tree of objects of a mirror (sync-format.md §6.1).
@Suite struct MirrorTreeTests {
    /// Files as a vault has them.
    static func files(_ items: Int, length: Int = 600) -> [String: [UInt8]] {
        var random = SeededRandom(7)
        var files: [String: [UInt8]] = [
            "head": [1], "snapshot": [UInt8](repeating: 1, count: 40_000),
        ]
        for number in 0..<UInt64(12) { files[VaultPath.membership(number)] = [UInt8(number)] }
        for number in 1...UInt64(90) {
            files[VaultPath.entry(number)] = [UInt8](repeating: UInt8(number), count: 300)
        }
        for _ in 0..<items {
            let id = ItemID(random.next(), random.next())
            files[VaultPath.record(id)] = (0..<length).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        }
        return files
    }

    private func engine(_ files: [String: [UInt8]]) -> (MirrorEngine, VaultSnapshot, MemoryMirror) {
        let (root, objects) = MirrorTree.objects(of: files)
        let mirror = MemoryMirror()
        for (link, bytes) in objects { mirror.files[link.path] = bytes }
        let stamp = MirrorStampTests.stamp(root: root)
        mirror.files[MirrorPath.stamp] = stamp.encoded
        return (MirrorEngine(mirror), VaultSnapshot(VaultPath.digits(stamp.encoded)), mirror)
    }

    @Test(arguments: [0, 1, 100, 3000]) func givesBackEveryFile(_ items: Int) async throws {
        let files = Self.files(items)
        let (engine, snapshot, mirror) = engine(files)
        #expect(try await engine.snapshot() == snapshot)
        mirror.forgetReads()
        let read = try await engine.read(
            Array(files.keys) + ["items/zz", "none", ""],
            of: snapshot
        )
        #expect(read == files)
        #expect(Set(mirror.reads).count == mirror.reads.count)
        for folder in ["members", "log", "items", "items/0", "none"] {
            let expected = files.keys.filter { $0.hasPrefix(folder + "/") }
            #expect(try await Set(engine.list(folder, of: snapshot)) == Set(expected))
        }
    }

    /// An empty mirror is one object, too.
    @Test func hasNoFile() async throws {
        let (engine, snapshot, _) = engine([:])
        #expect(try await engine.read(["head"], of: snapshot).isEmpty)
        #expect(try await engine.list("items", of: snapshot).isEmpty)
    }

    /// One reader asks for little after a change of one item, and others find what they have.
    @Test func changesLittle() async throws {
        var files = Self.files(10_000)
        let before = MirrorTree.objects(of: files).objects
        let path = try #require(files.keys.first { $0.hasPrefix("items/") })
        files[path] = [UInt8](repeating: 0, count: 600)
        files[VaultPath.entry(91)] = [UInt8](repeating: 9, count: 300)
        let after = MirrorTree.objects(of: files).objects
        let new = after.filter { before[$0.key] == nil }
        let length = new.values.reduce(0) { $0 + $1.count }
        #expect(new.count <= 8)
        #expect(length <= 32_768, "\(length)")
        // A pack of each longer file has it alone.
        #expect(
            after.values.allSatisfy {
                $0.count <= MirrorTree.packLength + 2000 || $0.count > 40_000
            }
        )
    }

    /// The objects do not depend on who makes them.
    @Test func isTheSameForTheSameFiles() {
        let files = Self.files(500)
        let again = Dictionary(uniqueKeysWithValues: files.sorted { $0.key > $1.key })
        #expect(MirrorTree.objects(of: files).root == MirrorTree.objects(of: again).root)
    }

    private static let nodes: [(String, MirrorTree.Node, Bool)] = [
        ("an empty pack", .pack([]), true),
        ("a pack", .pack([([1], [2]), ([1, 0], [])]), true),
        ("a file twice", .pack([([1], [2]), ([1], [3])]), false),
        ("files in another order", .pack([([2], []), ([1], [])]), false),
        ("a long path", .pack([([UInt8](repeating: 0, count: 129), [])]), false),
        ("a branch", .branch([([1], link), ([2], link)]), true),
        ("a branch to one object", .branch([([1], link)]), false),
        ("a branch that leads nowhere", .branch([([], link), ([2], link)]), false),
        ("two ways to one file", .branch([([1], link), ([1, 2], link)]), false),
        ("links in another order", .branch([([2], link), ([1], link)]), false),
    ]
    private static let link = MirrorTree.Link(to: [1, 2, 3])

    @Test(arguments: nodes.indices) func readsNodes(_ index: Int) {
        let (name, node, isAccepted) = Self.nodes[index]
        #expect((MirrorTree.Node(node.encoded) != nil) == isAccepted, "\(name)")
        #expect(MirrorTree.Node(node.encoded + [0]) == nil, "\(name) with a byte more")
        #expect(MirrorTree.Node(node.encoded.dropLast()) == nil || node == .pack([]), "\(name)")
    }

    @Test func refusesAnObjectThatIsTooLong() {
        var long = Self.link
        long = MirrorTree.Link(length: UInt32(MirrorTree.longestObject + 1), digest: long.digest)
        #expect(MirrorTree.Node(MirrorTree.Node.branch([([1], long), ([2], long)]).encoded) == nil)
    }

    // MARK: Servers that show something else

    /// An object that cannot be read, and one that can.
    @Test(arguments: [true, false]) func noticesAnotherObject(_ isReversed: Bool) async throws {
        let (engine, snapshot, mirror) = engine(Self.files(300))
        mirror.lie { path, bytes in
            guard path.hasPrefix("o/"), let bytes, let last = bytes.last else { return bytes }
            return isReversed ? bytes.reversed() : bytes.dropLast() + [last ^ 1]
        }
        await #expect(throws: EngineFailure.unavailable) {
            try await engine.read(["head"], of: snapshot)
        }
        #expect(engine.trouble == .alteredMirror)
        mirror.lie(nil)
        #expect(try await engine.read(["head"], of: snapshot) == ["head": [1]])
        _ = try await engine.snapshot()
        #expect(engine.trouble == nil)
    }

    /// A mirror of a few objects that are in many places of its tree.
    private func mirrorWithoutEnd() -> (MemoryMirror, stamp: [UInt8]) {
        let mirror = MemoryMirror()
        var object = MirrorTree.Node.pack([(Array("z".utf8), [1])]).encoded
        for _ in 0..<60 {
            mirror.files[MirrorTree.Link(to: object).path] = object
            let link = MirrorTree.Link(to: object)
            object = MirrorTree.Node.branch((0x61...0x6A).map { ([$0], link) }).encoded
        }
        let top = MirrorTree.Link(to: object)
        mirror.files[top.path] = object
        let root = MirrorTree.Node.branch([(Array("a".utf8), top), (Array("items/".utf8), top)])
            .encoded
        mirror.files[MirrorTree.Link(to: root).path] = root
        let stamp = MirrorStampTests.stamp(root: MirrorTree.Link(to: root)).encoded
        mirror.files[MirrorPath.stamp] = stamp
        return (mirror, stamp)
    }

    @Test func endsATreeWithoutEnd() async throws {
        let (mirror, stamp) = mirrorWithoutEnd()
        let snapshot = VaultSnapshot(VaultPath.digits(stamp))
        let engine = MirrorEngine(mirror)
        await #expect(throws: EngineFailure.unavailable) {
            try await engine.list("items", of: snapshot)
        }
        #expect(engine.trouble == .alteredMirror)
        // One path has one way.
        #expect(try await engine.read(["items/abc"], of: snapshot).isEmpty)
    }

    /// A publisher reads the former mirror, which another program may have made.
    @Test func endsReadingATreeWithoutEnd() async throws {
        let (mirror, stamp) = mirrorWithoutEnd()
        mirror.forgetReads()
        let reading = await MirrorContent(mirror, mostPlaces: 1000)
        #expect(reading.stamp?.encoded == stamp)
        // The stamp, and an object at each place.
        #expect(mirror.reads.count <= 1001)
        #expect(!reading.objects.isEmpty)
    }

    @Test func noticesAMissingObject() async throws {
        let (engine, snapshot, mirror) = engine(Self.files(300))
        mirror.lie { path, bytes in path.hasPrefix("o/") ? nil : bytes }
        await #expect(throws: EngineFailure.compacted) {
            try await engine.read(["head"], of: snapshot)
        }
        #expect(engine.trouble == .incompleteMirror)
    }

    @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 60, count: 225)])
    func noticesThatThereIsNoMirror(_ page: [UInt8]) async throws {
        let (engine, _, mirror) = engine([:])
        mirror.files[MirrorPath.stamp] = page
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        #expect(engine.trouble == .noMirror)
    }

    /// A reader cannot write.
    @Test func takesNoCommit() async throws {
        let (engine, snapshot, _) = engine([:])
        #expect(await engine.commit([VaultFileChange("head", [1])], onto: snapshot) == .refused)
        #expect(await !engine.forget(["head"], of: snapshot))
        #expect(engine.isMirror)
    }
}
