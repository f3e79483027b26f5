@_spi(Keepers) internal import PortableKeychain

extension SecretService {
    /// Makes a prompt of a program; returns its name.
    func makePrompt(
        _ owner: String,
        _ purpose: SecretPrompt.Purpose
    ) throws(BusFailure) -> String {
        guard prompts.count(of: owner) < BusClient.mostPrompts else { throw .limitsExceeded }
        clients[owner] = clients[owner] ?? BusClient()
        let name = number("p")
        prompts.add(SecretPrompt(name: name, owner: owner, purpose: purpose))
        return name
    }

    func prompt(_ call: BusCall, _ name: String) throws(BusFailure) -> [BusValue] {
        guard let prompt = prompts[name], prompt.owner == call.sender else {
            throw .noSuchObject(call.path)
        }
        guard call.member == "Prompt" else {
            if let prompt = prompts.dismiss(name) { complete(prompt, .dismissed) }
            return []
        }
        try refuseWithoutUser(prompt)
        guard try ask(prompt, for: Self.program(of: call)) else {
            throw .invalid("The user is being asked already.")
        }
        return []
    }

    /// Ends a prompt for which the user would have to be asked, where that is not possible.
    ///
    /// Programs take a prompt that was dismissed for an item that is not there, and say nothing. They pass on the error of
    /// a call.
    private func refuseWithoutUser(_ prompt: SecretPrompt) throws(BusFailure) {
        guard !surroundings.canAsk() else { return }
        switch prompt.purpose {
        case .unlock(let names, _):
            var needsUser = false
            for name in names where !needsUser { needsUser = try collection(name).isLocked }
            guard needsUser else { return }
            _ = prompts.dismiss(prompt.name)
            throw .isLocked
        case .create:
            _ = prompts.dismiss(prompt.name)
            throw .noUser
        case .retrieve: break
        }
    }

    /// The program that calls, and the window that it names: a number, as of X11, or nothing that is known here.
    private static func program(of call: BusCall) -> AskingProgram {
        guard let process = call.process else {
            return AskingProgram(named: "A program of the desktop")
        }
        let handle = call.body.first?.text ?? ""
        let digits = ["0x", "x11:"].first { handle.hasPrefix($0) }
        let window =
            digits.map { UInt32(handle.dropFirst($0.count), radix: 16) } ?? UInt32(handle)
        return AskingProgram(process: process, window: window)
    }

    /// Has the user asked, when it is the turn of a prompt; returns `false` if that was done before.
    func ask(
        _ prompt: SecretPrompt,
        for program: AskingProgram
    ) throws(BusFailure) -> Bool {
        let work = try work(of: prompt)
        return prompts.start(prompt.name) {
            AskingProgram.$current.withValue(program, operation: work)
        }
    }

    /// Sends the program the outcome of its prompt, which is gone, so that it happens once.
    func complete(_ prompt: SecretPrompt, _ outcome: PromptOutcome) {
        var isDismissed = if case .done = outcome { false } else { true }
        let result: BusValue
        switch prompt.purpose {
        case .unlock(let collections, let paths):
            // Also where another program's question has unlocked it.
            for name in collections {
                guard let collection = try? collection(name), !collection.isLocked else {
                    isDismissed = true
                    continue
                }
            }
            result = .paths(isDismissed ? [] : paths)
        case .create(let name, _):
            let path = SecretPath.collection(name).text
            result = isDismissed ? .nothing : .path(path)
            if !isDismissed {
                tell(.service, .service, "CollectionCreated", [.path(path)])
                // A list that cannot be read now is read by the next message about it.
                if let paths = try? collectionPaths() {
                    tellChange(.service, .service, [("Collections", paths)])
                }
            }
        case .retrieve(let request): return complete(request, outcome)
        }
        tell(
            .prompt(prompt.name),
            .prompt,
            "Completed",
            [.flag(isDismissed), .variant(result)],
            only: prompt.owner
        )
    }

    /// The work on the other thread.
    private func work(
        of prompt: SecretPrompt
    ) throws(BusFailure) -> @Sendable () -> PromptOutcome {
        var user = InterestedAuthenticator(authenticator, prompt.interest)
        let shelf = shelf
        switch prompt.purpose {
        case .unlock(let names, _): return try unlocking(names, user)
        case .retrieve(let request):
            user.reason = request.reason
            return try unlocking([request.collection], user)
        case .create(let name, let label):
            return { [user] in
                Self.outcome { () throws(KeychainError) in
                    var question = AuthenticationQuestion(.newApplicationPassword, keychain: name)
                    question.subject = .newKeychain
                    guard case .secret(let passcode) = try user.answer(question) else {
                        throw KeychainError(.userCanceled)
                    }
                    let keychain = try shelf.create(name, passcode)
                    guard !label.isEmpty, !label.hasSameBytes(as: name) else { return }
                    // The keychain is there now, and of use without it.
                    _ = try? keychain.withAccessGroups(ItemGroups.all)
                        .performTogether([ItemGroups.labelStep(label)])
                }
            }
        }
    }

    private func unlocking(
        _ names: [String],
        _ user: InterestedAuthenticator
    ) throws(BusFailure) -> @Sendable () -> PromptOutcome {
        // These very keychains: where the kernel keeps no keys, others stay locked.
        var keychains: [Keychain] = []
        for name in names { keychains.append(try collection(name).keychain) }
        let configuration = shelf.configuration
        return { [keychains] in
            Self.outcome { () throws(KeychainError) in
                for keychain in keychains {
                    guard try keychain.lockState != .unlocked else { continue }
                    try keychain.unlock(asking: user, configuration: configuration)
                }
            }
        }
    }

    private static func outcome(_ body: () throws(KeychainError) -> Void) -> PromptOutcome {
        do throws(KeychainError) {
            try body()
            return .done
        } catch {
            return error.code == .userCanceled ? .dismissed : .failed
        }
    }
}

/// Asks the user as long as a program waits for the outcome.
struct InterestedAuthenticator: Authenticator {
    private let user: any Authenticator
    private let interest: PromptInterest
    /// The reason to tell the user; empty for the one of each question.
    var reason = ""

    init(_ user: any Authenticator, _ interest: PromptInterest) {
        (self.user, self.interest) = (user, interest)
    }

    func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        try ifWanted { () throws(KeychainError) in try user.answer(explained(question)) }
    }

    func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        try ifWanted { () throws(KeychainError) in
            try user.proof(of: slots, for: explained(question))
        }
    }

    private func explained(_ question: AuthenticationQuestion) -> AuthenticationQuestion {
        var question = question
        if !reason.isEmpty { question.reason = reason }
        return question
    }

    /// A program that gave up meanwhile gets nothing unlocked.
    private func ifWanted<R>(_ ask: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        guard interest.isThere else { throw KeychainError(.userCanceled) }
        let answer = try ask()
        guard interest.isThere else { throw KeychainError(.userCanceled) }
        return answer
    }
}
