@_spi(Keepers) internal import PortableKeychain

/// One client, and its rights.
///
/// Only the thread of the connection uses it.
final class ServedConnection {
    private struct View {
        var names: [String]
        /// Whether what is changed or deleted is kept.
        var keepsHistory: Bool
        /// The keychain for those of the groups that the client may use, and which they are.
        var keychain: Keychain?
        var permitted: [String] = []
    }

    /// The largest number of views of a client.
    private static let mostViews = 256

    let service: AgentService
    let stream: FrameStream
    let facts: ProcessFacts
    let caller: Caller
    /// The program, for people.
    let program: String
    /// The program, for questions to the user.
    private let asker: AskingProgram
    /// The keychain of the present message.
    private(set) var served: AgentService.Served
    private var contexts = ServedContexts()
    private var views: [View] = []
    /// The access groups that the user allowed for as long as the client is connected.
    var allowedOnce: Set<GroupName> = []

    init(_ service: AgentService, _ guest: AgentGreeting.Guest) {
        (self.service, served) = (service, service.served)
        (stream, facts) = (guest.stream, guest.facts)
        caller = Caller(facts, service.surroundings.declaration)
        if case .program(let known) = caller {
            program = known.path
        } else {
            program = guest.program
        }
        asker = AskingProgram(process: guest.facts.process, name: program)
    }

    /// Answers a message.
    ///
    /// - Returns: The answer; an inner `nil` for a message without one, `nil` for a client that has
    ///   to leave.
    func reply(to kind: Frame.Kind, _ body: UnsafeRawBufferPointer) -> SecretBytes?? {
        follow()
        let requests = RequestReader { [contexts] state throws(KeychainError) in
            try contexts.context(state)
        }
        let call = Result { () throws(KeychainError) in
            try Frame.reading { () throws(KeychainError) in try ClientCall(kind, body, requests) }
        }
        if case .success(.forget(let numbers)) = call {
            contexts.forget(numbers)
            return .some(nil)
        }
        let message = Frame.reply { encoder throws(KeychainError) in
            try AskingProgram.serving(asker) { () throws(KeychainError) in
                try answer(try call.get(), into: &encoder)
            }
        }
        return message.map { .some($0) }
    }

    /// Takes the keychain that is served now.
    ///
    /// The user's consent and proofs on this connection were for the previous keychain.
    private func follow() {
        let present = service.served
        guard present.number != served.number else { return }
        (served, contexts, allowedOnce) = (present, ServedContexts(), [])
        for index in views.indices { views[index].keychain = nil }
    }

    private func answer(
        _ call: ClientCall,
        into encoder: inout SecretEncoder
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try carryOut(call, into: &encoder)
        } catch {
            throw error.code == .noSuchKeychain ? service.reopen(served, after: error) : error
        }
    }

    private func carryOut(
        _ call: ClientCall,
        into encoder: inout SecretEncoder
    ) throws(KeychainError) {
        switch call {
        case .view(let names, let keepsHistory):
            guard views.count < Self.mostViews,
                !names.contains(where: { AccessGroups.isInternal($0.utf8) })
            else { throw KeychainError(.missingEntitlement) }
            encoder.integer(UInt32(views.count))
            views.append(View(names: names, keepsHistory: keepsHistory))
        case .perform(let view, var request):
            request.prompt = reason(of: request)
            let answer = try serve(view, [request]) { keychain, forbids throws(KeychainError) in
                try keychain.perform(forbids ? request.silent : request)
            }
            try encoder.answer(answer)
        case .together(let view, let asked):
            let steps = asked.map(naming)
            let requests = steps.flatMap { step in
                [step.request, step.alternative, step.replaced].compactMap { $0 }
            }
            let answers = try serve(view, requests) { keychain, forbids throws(KeychainError) in
                try keychain.performTogether(forbids ? steps.map(\.silent) : steps)
            }
            try encoder.list(answers) { encoder, answer throws(KeychainError) in
                try encoder.answer(answer)
            }
        case .forget: break
        case .manage(let call): try manage(call, into: &encoder)
        case .administer(let call): try service.administer(call, into: &encoder)
        case .history(let view, let asked): try history(asked, of: view, into: &encoder)
        }
    }

    /// The access groups that the client has stated for a view.
    func names(of number: UInt32) throws(KeychainError) -> [String] {
        guard let index = Int(exactly: number), views.indices.contains(index) else {
            throw Frame.malformed
        }
        return views[index].names
    }

    /// Has the keychain do something, after the user allowed it.
    ///
    /// - Parameters:
    ///   - number: The view.
    ///   - requests: The operations, for the question and for the log.
    ///   - word: The verb in the log; `nil` for those of the requests.
    ///   - body: Does it.
    /// - Returns: The result of the body.
    /// - Throws: Any error of the body, or that the user does not allow it.
    func serve<R>(
        _ number: UInt32,
        _ requests: [ItemRequest],
        as word: String? = nil,
        _ body: (Keychain, _ forbidsQuestions: Bool) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let names = try names(of: number)
        let index = Int(number)
        do throws(KeychainError) {
            try service.checkRoom(for: requests)
            let permitted = try permitted(names, requests)
            if views[index].keychain == nil
                || !views[index].permitted.elementsEqual(permitted, by: { $0.hasSameBytes(as: $1) })
            {
                // What is kept is up to the keychain, and not to the client: the time is that of all items.
                views[index].keychain = try served.keychain.withAccessGroups(permitted)
                    .keeping(views[index].keepsHistory ? .kept() : .none)
                views[index].permitted = permitted
            }
            guard let keychain = views[index].keychain else { throw Frame.malformed }
            let answer = try body(keychain, !service.mayAsk(for: caller))
            note(.done, requests, permitted, word)
            return answer
        } catch {
            // The user said no to a question of the keychain itself.
            if error.code == .userCanceled { service.refused(caller) }
            note(error.code == .missingEntitlement ? .refused : .failed, requests, names, word)
            throw error
        }
    }

    private func note(
        _ event: AccessLog.Event,
        _ requests: [ItemRequest],
        _ groups: [String],
        _ word: String?
    ) {
        guard let log = service.surroundings.log else { return }
        for request in requests {
            var groups = groups
            if case .string(let group) = request.attributes[.accessGroup] { groups = [group] }
            log.note(
                event,
                verb: word ?? request.verb.name,
                itemClass: request.itemClass?.rawValue,
                groups: groups,
                by: program,
                process: facts.process
            )
        }
    }

    private func manage(
        _ call: ManagedCall,
        into encoder: inout SecretEncoder
    ) throws(KeychainError) {
        let keychain = served.keychain
        switch call {
        case .lockState: encoder.text(try keychain.lockState.rawValue)
        case .hasPasscode: encoder.flag(try keychain.hasPasscode)
        case .sharesUnlocking: encoder.flag(try keychain.access.sharesUnlocking)
        case .changeMark: encoder.bytes(try keychain.changeMark)
        case .lock: try keychain.lock()
        case .lockAfter(let duration): try keychain.lock(after: duration)
        case .unlock(let passcode, let duration):
            try keychain.unlock(passcode: passcode, for: duration)
        case .canAuthenticate(let constraints, let state):
            try keychain.canAuthenticate(constraints, in: contexts.context(state))
        case .authenticate(let constraints, var state, let own):
            if !service.mayAsk(for: caller) { state.interactionNotAllowed = true }
            do throws(KeychainError) {
                try keychain.authenticate(
                    constraints,
                    in: contexts.context(state),
                    reason: reason(own)
                )
            } catch {
                if error.code == .userCanceled { service.refused(caller) }
                throw error
            }
        }
    }
}

extension ServedConnection {
    /// The reason that a question shows: the program, and its text.
    private func reason(_ own: String) -> String {
        ForeignText.reason(own, of: "\(program) (process \(facts.process))")
    }

    func reason(of request: ItemRequest) -> String {
        reason(request.prompt ?? request.authentication?.reason ?? "")
    }

    /// A step whose questions name the program.
    private func naming(_ step: ItemStep) -> ItemStep {
        var step = step
        step.request.prompt = reason(of: step.request)
        if let alternative = step.alternative {
            step.alternative?.prompt = reason(of: alternative)
        }
        return step
    }
}

extension ItemRequest {
    /// The request, which does not ask the user.
    var silent: ItemRequest {
        var request = self
        if request.interaction == .allowed { request.interaction = .forbidden }
        return request
    }
}

extension ItemStep {
    /// The step, without questions to the user.
    fileprivate var silent: ItemStep {
        var step = self
        step.request = step.request.silent
        step.alternative = step.alternative?.silent
        return step
    }
}

extension ItemRequest.Verb {
    /// The verb, as the log has it.
    var name: String {
        switch self {
        case .add: "add"
        case .copyMatching: "read"
        case .update: "update"
        case .delete: "delete"
        }
    }
}
