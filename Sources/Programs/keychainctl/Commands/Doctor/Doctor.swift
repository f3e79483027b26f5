internal import FileSafety
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// Examines a keychain and its environment without changing the stored content.
struct Doctor {
    let choice: KeychainChoice
    let configuration: Keychain.Configuration
    /// The path of the file; symbolic links in its folder are resolved.
    let path: String

    init(_ choice: KeychainChoice, _ configuration: Keychain.Configuration) throws {
        self.choice = choice
        self.configuration = configuration
        let path = try Keychain.path(of: choice.file, configuration: configuration)
        guard FileFacts.of(path) != nil else {
            throw KeychainError(.noSuchKeychain, reason: "There is no keychain at \(path).")
        }
        let (folder, name) = PrivateFile.split(path)
        self.path = FileFacts.resolved(folder) + "/" + name
    }

    private var folder: String { PrivateFile.split(path).folder }
    private var name: String { PrivateFile.split(path).name }
    private var deviceKey: String { configuration.folder + "/device.key" }
    private var binding: DeviceBinding { DeviceBinding(configuration) }

    /// The files that other users must not be able to read, and the folder of named keychains.
    var privateFiles: [FileFacts] {
        let companions = ["", "-wal", "-shm", "-journal", "-lock"].map { path + $0 }
        return Self.keyFiles(configuration) + companions.compactMap(FileFacts.of)
    }

    /// The folder of named keychains, and the files in it that all of them need.
    private static func keyFiles(_ configuration: Keychain.Configuration) -> [FileFacts] {
        files(of: configuration) { name in
            ["device.", "device-"].contains { name.hasPrefix($0) }
                || ["default-keychain", "preferences", "memory"].contains(name)
        }
    }

    /// The folder of named keychains, which comes first, and the files in it.
    ///
    /// - Parameters:
    ///   - configuration: The configuration with the folder.
    ///   - isWanted: Whether a file is wanted, by its name; those of the memory always are.
    /// - Returns: Their facts.
    static func files(
        of configuration: Keychain.Configuration,
        where isWanted: (String) -> Bool = { _ in true }
    ) -> [FileFacts] {
        let folder = configuration.folder
        let memory = folder + "/memory"
        let names = FileFacts.names(in: folder).filter(isWanted).map { folder + "/" + $0 }
        // What a link leads to is not ours.
        let isFolder = FileFacts.of(memory)?.kind == .folder
        let remembered =
            isFolder ? FileFacts.names(in: memory).map { memory + "/" + $0 } : []
        return ([FileFacts.resolved(folder)] + names + remembered).compactMap(FileFacts.of)
    }

    /// The findings where the file is not private that says which keychain is the default one.
    ///
    /// - Parameters:
    ///   - refusal: The refusal to read that file.
    ///   - configuration: The configuration with the folder.
    /// - Returns: The findings about files that are not private, and about the refusal.
    static func findings(
        on refusal: KeychainError,
        _ configuration: Keychain.Configuration
    ) -> [Finding] {
        let user = FileFacts.user
        return keyFiles(configuration).map { FileExamination.permissions($0, user: user) }
            .filter { $0.level != .fine } + [opening(refusal)]
    }

    /// All findings, in the order of the output.
    func findings(progress: @escaping (Int) -> Void) throws -> [Finding] {
        let date = Date(timeIntervalSinceReferenceDate: configuration.clock.now())
        let now = Int64(date.timeIntervalSince1970)
        let user = FileFacts.user
        let chief = [FileFacts.resolved(configuration.folder), deviceKey, path]
        var findings = privateFiles.compactMap { facts -> Finding? in
            let finding = FileExamination.permissions(facts, user: user)
            // Companion files of the keychain are temporary, so only their problems are reported.
            return finding.level == .fine && !chief.contains(facts.path) ? nil : finding
        }
        let above = parents.compactMap {
            FileExamination.parent($0, for: .current, isAbove: $0.path != folder)
        }
        findings +=
            above.isEmpty ? [.fine("folders above", "no other user can change them")] : above
        findings.append(
            FileSystemKind.finding(
                FileFacts.kernelText("/proc/self/mountinfo").flatMap {
                    FileSystemKind.name(of: path, mountInfo: $0)
                }
            )
        )
        findings.append(
            FileExamination.writing(
                folder,
                obstacle: PrivateFolder.obstacle(toCreatingFilesIn: folder)
            )
        )
        // Before the keychain is opened here: see `FileFacts.beginning(of:count:)`.
        findings += FileExamination.header(FileFacts.beginning(of: path, count: 100))
        let beside = FileFacts.names(in: folder).filter { isOurs($0) }
            .compactMap { FileFacts.of("\(folder)/\($0)") }
        findings += FileExamination.leftovers(beside, of: name, now: now)
        findings.append(
            SystemExamination.clock(now: now, written: FileFacts.of(path)?.changed ?? 0)
        )
        findings.append(
            SystemExamination.lockedMemory(FileFacts.kernelText("/proc/self/limits"))
        )
        findings.append(SystemExamination.token(.present))
        findings += SystemExamination.deviceKey(
            binding.state,
            isInFile: binding.isInFile,
            hasRecoveryCopy: binding.hasRecoveryCopy,
            hasCounter: binding.hasCounter,
            obstacle: binding.obstacle
        )
        if binding.hasOtherKeys, binding.damage != nil {
            findings.append(SystemExamination.damagedDeviceKey(deviceKey))
        }
        return try findings + contents(progress)
    }

    private func isOurs(_ name: String) -> Bool {
        name.hasPrefix(self.name) || name.hasPrefix(".\(self.name)")
            || name.hasPrefix("device.key.")
            || KeychainRepair.isCopy(name, of: self.name)
    }

    /// The folders above the keychain, the nearest first.
    private var parents: [FileFacts] {
        var found: [FileFacts] = []
        var rest = folder
        while rest.unicodeScalars.first == "/", rest != "/" {
            FileFacts.of(rest).map { found.append($0) }
            rest = PrivateFile.split(rest).folder
        }
        return found + (FileFacts.of("/").map { [$0] } ?? [])
    }

    /// The findings for which the keychain must be opened.
    private func contents(_ progress: @escaping (Int) -> Void) throws -> [Finding] {
        let topic = "key slots"
        let (deviceState, damage) = (binding.state, binding.damage)
        guard deviceState != .none else {
            return [
                .problem(
                    topic,
                    "the device key \(deviceKey) is missing",
                    advice: "restore it from a backup, or run 'keychainctl recover' with the "
                        + "recovery key"
                )
            ]
        }
        do {
            let since = try Keychain.rememberedSince(choice.file, configuration: configuration)
            let keychain = try choice.openFile(configuration: configuration)
            let hasPasscode = try keychain.hasPasscode
            let kinds = try keychain.access.slots().map(\.kind)
            let others = kinds.filter { ![.device, .passcode].contains($0) }.map(WaysIn.word)
            let slots = Finding.fine(
                topic,
                ([
                    "device key " + (deviceState == .bound ? "in the TPM" : deviceKey),
                    hasPasscode ? "passcode" : "no passcode",
                ] + others).joined(separator: ", ")
            )
            let retention = SystemExamination.retention(
                obstacle: UnlockSharing.obstacle,
                hasPasscode: hasPasscode,
                // Where that cannot be read, the verification says why.
                isExclusive: (try? keychain.isExclusive) ?? false
            )
            var protection = [
                AccessExamination.protection(kinds, hasPlainDeviceKey: deviceState != .bound),
                AccessExamination.recovery(kinds),
            ]
            if kinds.contains(.loginPassword) {
                protection.append(
                    AccessExamination.loginPassword(
                        .present(),
                        refusedSince: try LoginPassword(of: keychain).refusedSince
                    )
                )
            }
            let preferences = try? KeychainPreferences(configuration)
            let screen = hasPasscode ? [SystemExamination.screen(preferences)] : []
            let report = try keychain.verify(progress: progress)
            return [slots] + protection + [retention] + screen + Self.integrity(report)
                + [Self.history(try keychain.history.policy)]
                + [SystemExamination.memory(since: since)] + Self.log(report)
        } catch let error as KeychainError {
            if error.code == .corrupt, error.reason == damage?.reason {
                let text = "the device key \(deviceKey) is damaged"
                return [.problem(topic, text, advice: Failure(error).advice)]
            }
            return [Self.opening(error)]
        }
    }

    /// The finding about a keychain that does not open.
    private static func opening(_ error: KeychainError) -> Finding {
        let failure = Failure(error)
        let isDamage = error.code == .corrupt || error.code == .notAKeychain
        // The general advice names this command.
        let isGeneral =
            error.code == .unsafePermissions && Advice.split(error.reason).advice == nil
        return .problem(
            isDamage ? integrityTopic : "opening",
            failure.problem,
            advice: isGeneral ? "follow the advice about permissions" : failure.advice
        )
    }

    static let integrityTopic = "integrity"

    static let remains =
        "another program is reading the keychain, so deleted items may still be in its log, encrypted"
    static let remainsAdvice = "close that program, and check again"

    private static func history(_ policy: HistoryPolicy) -> Finding {
        guard policy != .none else {
            return .fine("history", "off: what is changed or deleted is gone at once")
        }
        let days = counted(Int(policy.seconds) / 86400, "day")
        return .fine(
            "history",
            "what commands change or delete is kept for \(days), encrypted, at most "
                + counted(policy.versions, "version") + " of an item"
        )
    }

    private static func log(_ report: VerificationReport) -> [Finding] {
        report.leavesRemains ? [.note("log", remains, advice: remainsAdvice)] : []
    }

    private static func integrity(_ report: VerificationReport) -> [Finding] {
        guard report.problems.isEmpty else {
            return report.problems.map {
                .problem(
                    integrityTopic,
                    $0,
                    advice: "restore it from a backup, and see 'keychainctl verify'"
                )
            }
        }
        let locked = report.lockedCount
        guard locked == 0 else {
            return [
                .note(
                    integrityTopic,
                    counted(report.rowCount, "item is", "items are") + " intact; only the seals of "
                        + counted(locked, "locked item") + " were checked",
                    advice: "unlock the keychain to check everything"
                )
            ]
        }
        let count = report.rowCount
        return [
            .fine(integrityTopic, counted(count, "item is intact", "items are intact"))
        ]
    }
}
