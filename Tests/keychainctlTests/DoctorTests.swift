import FileSafety
import KeychainLibC
import PortableKeychain
import Testing

@testable import keychainctl

@Suite struct DoctorTests {
    static let mounts = """
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        30 22 0:25 / /home rw shared:7 - nfs4 server:/home rw
        31 30 0:26 / /home/ana/my\\040disk rw - btrfs /dev/sdb rw
        32 22 0:27 / /tmp rw - xfs /dev/sdc rw
        33 22 0:28 / /tmp rw - tmpfs tmpfs rw
        broken line
        """

    static let paths: [(String, String, Finding.Level)] = [
        ("/root/x.keychain", "ext4", .fine),
        ("/home/ana/x.keychain", "nfs4", .problem),
        ("/home/ana/my disk/x.keychain", "btrfs", .fine),
        // No more than a common beginning.
        ("/homes/x.keychain", "ext4", .fine),
        // The file system that was mounted last covers the rest.
        ("/tmp/x.keychain", "tmpfs", .note),
    ]

    @Test(arguments: paths)
    func tellsFileSystems(_ path: String, _ kind: String, _ level: Finding.Level) {
        let found = FileSystemKind.name(of: path, mountInfo: Self.mounts)
        #expect(found == kind)
        #expect(FileSystemKind.finding(found).level == level)
    }

    @Test func saysNothingOfUnknownFileSystems() {
        #expect(FileSystemKind.name(of: "/x", mountInfo: "") == nil)
        #expect(FileSystemKind.finding(nil).level == .fine)
    }

    @Test(arguments: [(Int32(0), Finding.Level.fine), (EROFS, .problem), (EACCES, .problem)])
    func tellsWhetherAKeychainCanBeChanged(_ obstacle: Int32, _ level: Finding.Level) {
        let finding = FileExamination.writing("/a", obstacle: obstacle)
        #expect(finding.level == level)
        #expect((finding.advice != nil) == (level == .problem))
        #expect(finding.text.contains("read-only") == (obstacle == EROFS))
        let other = Finding.problem("recovery", "", advice: "other")
        let expected = level == .problem ? finding.advice : other.advice
        #expect(Finding.mostWorthDoing([other, finding]) == "Most worth doing: \(expected ?? "").")
    }

    static let modes: [(FileFacts.Kind, UInt32, UInt32, Finding.Level)] = [
        (.file, 1000, 0o600, .fine), (.folder, 1000, 0o700, .fine), (.file, 1000, 0o400, .fine),
        (.file, 1000, 0o640, .problem), (.file, 1000, 0o602, .problem),
        (.folder, 1000, 0o755, .note), (.folder, 1000, 0o775, .problem),
        (.file, 0, 0o600, .problem),
        (.other, 1000, 0o600, .problem),
    ]

    @Test(arguments: modes)
    func examinesPermissions(
        _ kind: FileFacts.Kind,
        _ owner: UInt32,
        _ mode: UInt32,
        _ level: Finding.Level
    ) {
        let facts = FileFacts(path: "/x", kind: kind, owner: owner, mode: mode)
        #expect(FileExamination.permissions(facts, user: 1000).level == level)
    }

    /// A keychain that root has restored is not to be removed.
    @Test func givesBackWhatBelongsToAnotherUser() {
        for name in ["device.key", "device.tpm", "a.keychain", "a.keychain-wal"] {
            let facts = FileFacts(path: "/k/\(name)", kind: .file, owner: 0, mode: 0o600)
            let advice = FileExamination.permissions(facts, user: 1000).advice ?? ""
            #expect(advice.contains("chown \"$USER\" '/k/\(name)'"))
            #expect(!advice.contains("remove"))
            // With sudo, chown would take it from its user.
            let other = FileFacts(path: "/k/\(name)", kind: .file, owner: 1000, mode: 0o600)
            let asRoot = FileExamination.permissions(other, user: 0).advice ?? ""
            #expect(asRoot.contains("run this as that user") && !asRoot.contains("chown"))
        }
    }

    /// A file that others can read is the cause of a refusal, and a recovery key cannot wait.
    @Test func advisesTheCauseBeforeTheEffect() {
        let integrity = Doctor.integrityTopic
        let first: [(Finding, Finding)] = [
            (.problem("permissions", "", advice: "a"), .problem("opening", "", advice: "b")),
            (.problem(integrity, "", advice: "a"), .problem("permissions", "", advice: "b")),
            (.note("recovery", "", advice: "a"), .note(integrity, "", advice: "b")),
            (.note(integrity, "", advice: "a"), .note("protection", "", advice: "b")),
            (
                .note("protection", "", advice: AccessExamination.passcodeAdvice),
                .note("recovery", "", advice: "b")
            ),
            (.problem("clock", "", advice: "a"), .note("permissions", "", advice: "b")),
        ]
        for (sooner, later) in first {
            let advice = Finding.mostWorthDoing([later, sooner])
            #expect(advice == "Most worth doing: \(sooner.advice ?? "").")
        }
    }

    @Test func examinesFoldersAbove() {
        for (owner, isFine) in [(1000, true), (0, true), (7, false)] as [(UInt32, Bool)] {
            let facts = FileFacts(path: "/x", kind: .folder, owner: owner, mode: 0o755)
            let finding = FileExamination.parent(facts, for: .init(1000), isAbove: true)
            #expect((finding == nil) == isFine)
        }
    }

    static let leftovers: [(String, Int64, Int64, Bool)] = [
        ("a.keychain", 5, 0, false), ("a.keychain-wal", 4096, 0, false),
        ("a.keychain-wal", 9 << 20, 0, true), ("a.keychain-journal", 1, 0, true),
        ("device.key.0123456789abcdef.new", 1, 0, true), ("device.key", 1, 0, false),
        (".a.keychain.12ab.new", 1, 0, true), (".a.keychain.12ab.new", 1, 9_999, false),
        (".a.keychain.12ab.new-wal", 1, 0, true),
        // What users keep under similar names.
        ("device.key.newlaptop", 1, 0, false), ("device.key.0123456789abcdef.newer", 1, 0, false),
        ("device.key.fedcba98.new", 1, 0, false), (".a.keychain.newlaptop", 1, 0, false),
        (".a.keychain.12ab.newer", 1, 0, false), (".b.keychain.12ab.new", 1, 0, false),
        // Copies of before a repair.
        ("a.damaged", 1, 9_999, true), ("a.damaged-2", 1, 9_999, true),
        ("a.damaged-2-wal", 1, 9_999, true), ("a.damaged-wal", 1, 9_999, true),
        ("b.damaged", 1, 0, false), ("a.damaged.zip", 1, 0, false),
        ("b.damaged-wal", 1, 0, false), ("a.damaged-x-wal", 1, 0, false),
    ]

    @Test(arguments: leftovers)
    func tellsLeftovers(_ name: String, _ size: Int64, _ changed: Int64, _ isTold: Bool) {
        var facts = FileFacts(path: "/k/\(name)", kind: .file, owner: 1, mode: 0o600)
        facts.size = size
        facts.changed = changed
        let found = FileExamination.leftovers([facts], of: "a.keychain", now: 10_000)
        #expect(found.contains { $0.level == .note } == isTold)
        #expect(found.allSatisfy { $0.level != .note || $0.advice != nil })
    }

    static let clocks: [(Int64, Int64, Finding.Level)] = [
        (1_800_000_000, 1_799_999_999, .fine), (1_800_000_000, 1_800_000_060, .fine),
        (1_800_000_000, 1_800_009_999, .problem), (86_400, 0, .problem),
    ]

    @Test(arguments: clocks)
    func examinesTheClock(_ now: Int64, _ written: Int64, _ level: Finding.Level) {
        #expect(SystemExamination.clock(now: now, written: written).level == level)
    }

    static let limits: [(String?, Finding.Level)] = [
        (nil, .fine), ("", .fine),
        ("Max locked memory         unlimited            unlimited            bytes", .fine),
        ("Max locked memory         8388608              8388608              bytes", .fine),
        ("Max locked memory         65536                65536                bytes", .note),
    ]

    @Test(arguments: limits)
    func examinesMemory(_ text: String?, _ level: Finding.Level) {
        #expect(SystemExamination.lockedMemory(text).level == level)
    }

    /// The user's choice about the screen, and the command that changes it.
    @Test(arguments: [
        ("yes", Finding.Level.fine, "locks the keychain where keychaind runs", "no'"),
        ("no", .fine, "leaves the keychain open, as you chose", "yes'"),
    ])
    func saysWhatALockOfTheScreenDoes(
        _ value: String,
        _ level: Finding.Level,
        _ text: String,
        _ change: String
    ) throws {
        var preferences = try KeychainPreferences(Keychain.Configuration(folder: "/nonexistent"))
        _ = preferences.set(.lockWithScreen, to: value)
        let finding = SystemExamination.screen(preferences)
        #expect(finding.level == level && finding.text.contains(text), "\(finding)")
        #expect(finding.text.contains("'keychainctl settings lock-with-screen \(change)"))
        #expect(SystemExamination.screen(nil).level == .problem)
    }

    @Test func examinesHeaders() {
        var header = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84)
        header.replaceSubrange(18...19, with: [2, 2])
        header.replaceSubrange(60...63, with: [0, 0, 3, 0xE9])
        #expect(FileExamination.header(header).map(\.text).first == "version 1.1")
        #expect(FileExamination.header(header).map(\.level) == [.fine, .fine])
        header[18] = 1
        #expect(FileExamination.header(header).map(\.level) == [.fine, .note])
        #expect(FileExamination.header([]).map(\.level) == [.problem])
    }

    static let deviceKeys: [(DeviceBinding.State, isInFile: Bool, isAway: Bool, advice: String)] = [
        (.bound, false, true, "'keychainctl recover'"),
        // A rest opens nothing; a key that is back in its file opens everything.
        (.unfinished, false, true, "'keychainctl recover'"),
        (.unfinished, true, true, "'keychainctl tpm unbind --lost-chip'"),
        (.unfinished, true, false, "'keychainctl tpm bind'"),
        (.several, false, true, "'keychainctl tpm unbind --lost-chip'"),
        (.several, true, true, "'keychainctl tpm unbind --lost-chip'"),
    ]

    @Test func namesTheCommandThatEndsAStateOfTheDeviceKey() {
        for (state, isInFile, isAway, advice) in Self.deviceKeys {
            let found = SystemExamination.deviceKey(
                state,
                isInFile: isInFile,
                hasRecoveryCopy: true,
                hasCounter: true,
                obstacle: isAway ? KeychainError(.notAvailable) : nil
            )
            #expect(found.map { $0.advice?.contains(advice) } == [true], "\(found)")
            let isShut = found.contains { $0.text.contains("nothing opens") }
            #expect(isShut == advice.contains("recover"), "\(found)")
        }
    }

    @Test func asksForKeyRetentionOnlyWithAPasscode() {
        let cases: [(RetentionError?, Bool, Finding.Level)] = [
            (nil, true, .fine), (nil, false, .fine), (.unavailable, false, .fine),
            (.unavailable, true, .note), (.full, true, .problem), (.failed, true, .problem),
        ]
        for (obstacle, hasPasscode, level) in cases {
            let finding = SystemExamination.retention(obstacle: obstacle, hasPasscode: hasPasscode)
            #expect(finding.level == level, "\(finding)")
            let exclusive = SystemExamination.retention(
                obstacle: obstacle,
                hasPasscode: hasPasscode,
                isExclusive: true
            )
            // Without a passcode, the mark keeps nothing from other programs.
            #expect(exclusive.text.contains("only the agent") == hasPasscode, "\(exclusive)")
            #expect(exclusive.level == (hasPasscode ? .fine : level), "\(exclusive)")
        }
    }
}
