#if TPM && os(Linux)
    import Foundation
    import LostStates
    import ProofSupport

    /// A person who types commands into the installed programs, and then checks which keychains
    /// still open.
    final class ToolWalker {
        private let machine: LostMachine
        private let state: LostState
        /// The chip that the device key was sealed in, or that the machine had from the beginning.
        private let chip: TPMSimulator
        private let otherChip: TPMSimulator
        private let start: FolderImage
        /// All recovery keys that the person has seen, the latest last.
        private var papers: [String]

        private static let passcode = "right horse"
        private static let stranger = "00000-0000B-0000P-00001-0000C-0000Q-00002-0000D"

        init(_ machine: LostMachine, _ state: LostState) throws {
            (self.machine, self.state) = (machine, state)
            chip = machine.firstChip
            otherChip = try TPMSimulator()
            papers = []
            start = FolderImage(of: machine.tool.folder)
            try begin()
        }

        /// Puts everything back as it is in the state.
        func begin() throws {
            // A rotation in the walk may have given a keychain other keys.
            try machine.tool.forgetKeys(in: machine.tool.folder)
            try? FileManager.default.removeItem(atPath: machine.tool.folder)
            try start.write(to: machine.tool.folder)
            papers = [machine.recoveryKey, machine.deviceRecoveryKey]
        }

        /// Types two or three commands.
        ///
        /// - Returns: The commands, with how each ended.
        func walk(seed: UInt64) throws -> [String] {
            var random = SeededRandom(seed: seed)
            let all = PersonCommand.all(
                PersonCommand.Verb.allCases,
                of: [.work, .home],
                papers: [0, 1]
            )
            return try (0..<(2 + random.below(2))).map { _ in
                let command = all[random.below(all.count)]
                let outcome = try type(command)
                return "\(command) [\(outcome.status)] \(outcome.complaints)"
            }
        }

        private func type(_ command: PersonCommand) throws -> TPMTool.Outcome {
            try machine.tool.forgetUnsealedKey()
            var words = command.verb.rawValue.split(separator: " ").map(String.init)
            if command.place == .home { words += ["--keychain", "home"] }
            switch command.verb {
            case .get, .set: words += ["--service", "api"]
            case .acceptOlder: words += ["--yes"]
            case .create: words += ["new"]
            case .createRecovery: words += ["--unconfirmed"]
            case .rotate: words += ["--keep-recovery"]
            default: break
            }
            let outcome = try run(words, input: input(of: command), chip: command.chip)
            let shows = [.deviceRecovery, .createRecovery].contains(command.verb)
            if shows, outcome.status == 0 { papers.append(outcome.output) }
            return outcome
        }

        private func input(of command: PersonCommand) -> String {
            let typed =
                switch command.typed {
                case .nothing: ""
                case .paper(let number): papers[number].trimmingCharacters(in: .newlines) + "\n"
                case .stranger: Self.stranger + "\n"
                case .rightPasscode: Self.passcode + "\n"
                case .wrongPasscode: "wrong horse\n"
                }
            switch command.verb {
            case .set: return "s3cret"
            case .recover, .setPasscode, .changePasscode: return typed + Self.passcode + "\n"
            default: return typed
            }
        }

        private func run(
            _ words: [String],
            input: String = "",
            chip: Situation.Chip = .right,
            in data: String? = nil
        ) throws -> TPMTool.Outcome {
            var variables = ["KEYCHAINCTL_QUICK_PASSCODES": "1"]
            variables["KEYCHAIN_TPM_INTERFACE"] =
                switch chip {
                case .right: self.chip.interface
                case .other: otherChip.interface
                case .none: "swtpm:path=/nonexistent"
                }
            if let data { variables["XDG_DATA_HOME"] = data }
            return try machine.tool.run(words, input: input, with: variables)
        }

        /// The keychains that can no longer be opened, which the person has.
        func lost() throws -> [String] {
            // The machine has its chip again; if that was cleared, recovery keys are left.
            try chip.startAgain()
            let image = FolderImage(of: machine.tool.folder)
            var names = [[], ["--keychain", "home"]]
            if state.destroysFile {
                names[0] = ["--keychain", machine.tool.home + "/copy.keychain"]
            }
            return try names.filter { try !opens($0, image) }.map { $0.last ?? "default" }
        }

        private func opens(_ keychain: [String], _ image: FolderImage) throws -> Bool {
            if try onCopy(of: image, { try holds(keychain, in: $0) }) { return true }
            return try Set(papers).contains { paper in
                let typed = paper.trimmingCharacters(in: .newlines) + "\n"
                return try onCopy(of: image) { data in
                    // The first time it may bring the device key back, and the keychain the second.
                    for _ in 0..<2 {
                        let input = typed + Self.passcode + "\n"
                        _ = try run(["recover"] + keychain, input: input, chip: .none, in: data)
                        if try holds(keychain, in: data) { return true }
                    }
                    return false
                }
                    || onCopy(of: image) { data in
                        let words = ["tpm", "unbind", "--recovery"]
                        _ = try run(words, input: typed, chip: .none, in: data)
                        return try holds(keychain, in: data)
                    }
            }
        }

        /// Whether a keychain gives its item, with the documented commands for a locked and an older
        /// one.
        private func holds(_ keychain: [String], in data: String) throws -> Bool {
            // A keychain without a recovery key takes the text that is typed first for its new
            // passcode.
            let typed = [Self.passcode, Self.stranger, "wrong horse"] + papers
            let unlocking = typed.map { (["unlock"], $0.trimmingCharacters(in: .newlines)) }
            for (help, input) in [([], ""), (["accept-older", "--yes"], "")] + unlocking {
                if !help.isEmpty { _ = try run(help + keychain, input: input + "\n", in: data) }
                try machine.tool.forgetUnsealedKey()
                let found = try run(["get", "--service", "api"] + keychain, in: data)
                if found.status == 0 { return found.output.hasPrefix("s3cret") }
            }
            return false
        }

        private func onCopy(
            of image: FolderImage,
            _ body: (String) throws -> Bool
        ) throws -> Bool {
            let data = machine.tool.home + "/check"
            defer {
                try? machine.tool.forgetKeys(in: data)
                try? FileManager.default.removeItem(atPath: data)
            }
            try image.write(to: data + "/portable-keychain")
            return try body(data)
        }
    }
#endif
