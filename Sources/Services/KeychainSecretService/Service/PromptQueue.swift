internal import PortableKeychain
internal import Synchronization

/// A question that a program has announced to the user.
struct SecretPrompt {
    enum Purpose {
        /// Unlocks keychains, for the sake of these objects.
        case unlock(collections: [String], paths: [String])
        /// Makes a keychain with a label.
        case create(name: String, label: String)
        /// Unlocks the default keychain for a program in a sandbox.
        case retrieve(PortalRequest)
    }

    let name: String
    let owner: String
    let purpose: Purpose
    /// Whether a program still waits for the outcome.
    let interest = PromptInterest()
    /// The work, once the program has asked for it.
    var work: (@Sendable () -> PromptOutcome)?
}

/// Whether a program still waits for the outcome of a question; shared with the thread that asks.
final class PromptInterest: Sendable {
    private let state = Mutex(true)

    var isThere: Bool { state.withLock { $0 } }

    func end() { state.withLock { $0 = false } }
}

/// Work for another thread: it asks the user, and takes as long as the user does.
package struct PromptQuestion: Sendable {
    /// The prompt that it belongs to, for ``SecretService/finish(_:_:)``.
    package let prompt: String
    /// Asks, and does the work that the answer allows.
    package let work: @Sendable () -> PromptOutcome
}

/// The outcome of a question.
package enum PromptOutcome: Sendable {
    /// The user agreed, and it is done.
    case done
    /// The user declined, or the program gave up.
    case dismissed
    /// The user could not be asked, or was wrong too often.
    case failed
}

/// The prompts of all programs, of which the user is asked one at a time.
struct PromptQueue {
    private var prompts: [String: SecretPrompt] = [:]
    private var waiting: [String] = []
    /// The one that the user is being asked.
    private var asking: String?

    /// Whether a question is open, and a program still waits for its outcome.
    var isAsking: Bool { asking.map { prompts[$0] != nil } ?? false }

    var isEmpty: Bool { prompts.isEmpty && asking == nil }

    subscript(name: String) -> SecretPrompt? { prompts[name] }

    func count(of owner: String) -> Int { prompts.values.count { $0.owner == owner } }

    /// The prompts for requests of the portal.
    var requests: [(prompt: SecretPrompt, request: PortalRequest)] {
        prompts.values.compactMap { prompt in
            guard case .retrieve(let request) = prompt.purpose else { return nil }
            return (prompt, request)
        }
    }

    mutating func add(_ prompt: SecretPrompt) { prompts[prompt.name] = prompt }

    /// Lines up the work of a prompt; returns `false` if that was done before.
    mutating func start(_ name: String, _ work: @escaping @Sendable () -> PromptOutcome) -> Bool {
        guard prompts[name] != nil, prompts[name]?.work == nil else { return false }
        prompts[name]?.work = work
        waiting.append(name)
        return true
    }

    /// The next question, if the user is not being asked one.
    mutating func next() -> PromptQuestion? {
        guard asking == nil, !waiting.isEmpty else { return nil }
        let name = waiting.removeFirst()
        guard let work = prompts[name]?.work else { return next() }
        asking = name
        return PromptQuestion(prompt: name, work: work)
    }

    /// Takes back the question that was asked; returns its prompt if a program still waits for it.
    mutating func finish(_ name: String) -> SecretPrompt? {
        if asking == name { asking = nil }
        return prompts.removeValue(forKey: name)
    }

    /// Ends a prompt before its question is answered.
    mutating func dismiss(_ name: String) -> SecretPrompt? {
        waiting.removeAll { $0 == name }
        let prompt = prompts.removeValue(forKey: name)
        prompt?.interest.end()
        return prompt
    }

    /// Ends all prompts.
    mutating func dismissAll() -> [SecretPrompt] {
        prompts.keys.sorted().compactMap { dismiss($0) }
    }

    /// Ends the prompts of a program that has left.
    mutating func abandon(of owner: String) {
        for name in prompts.values.filter({ $0.owner == owner }).map(\.name) { _ = dismiss(name) }
    }
}
