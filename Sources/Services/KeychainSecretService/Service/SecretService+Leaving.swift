@_spi(Keepers) internal import PortableKeychain

/// An event of the user's session, after which keychains are locked or opened.
package enum SessionEvent: Sendable {
    /// The user has locked the screen, or left it alone.
    case screenLocked
    /// The user has unlocked the screen.
    case screenUnlocked
    /// The machine goes to sleep.
    case sleep
    /// The user's last session has ended.
    case end
}

extension SecretService {
    /// The name of the work that opens keychains again, in the place of a prompt's.
    static let reopening = "reopening"

    /// Follows an event of the user's session.
    ///
    /// - Parameter event: The event.
    /// - Returns: The signals for programs, and work for another thread.
    package func follow(_ event: SessionEvent) -> BusAnswer {
        switch event {
        case .screenLocked:
            isScreenLocked = true
            guard surroundings.locksWithScreen() else { return telling {} }
            return telling { lockCollections(after: event) }
        case .sleep, .end: return telling { lockCollections(after: event) }
        case .screenUnlocked:
            isScreenLocked = false
            return reopen()
        }
    }

    /// Remembers a keychain that was locked, if it can be opened again without a person.
    func remember(_ collection: SecretCollection) {
        let slots = (try? collection.keychain.access.slots()) ?? []
        if slots.contains(where: { $0.kind == .token }) { left.insert(collection.name) }
    }

    /// Takes in what has happened meanwhile, and opens again what needs no person.
    private func reopen() -> BusAnswer {
        var keychains: [Keychain] = []
        var answer = telling {
            lookAgain()
            // The user could not see the question.
            if prompts.isAsking { tell(.waiting) }
            for name in left.sorted() {
                guard let collection = try? collection(name), collection.isLocked else { continue }
                keychains.append(collection.keychain)
            }
            if keychains.isEmpty { left = [] }
        }
        guard !keychains.isEmpty, reopened == nil else { return answer }
        let interest = PromptInterest()
        reopened = interest
        let open = surroundings.reopen
        answer.background = PromptQuestion(prompt: Self.reopening) { [keychains] in
            for keychain in keychains where interest.isThere { open(keychain) }
            return .done
        }
        return answer
    }

    /// Takes the end of the work that opens keychains.
    func finishReopening() {
        let isWanted = reopened?.isThere ?? false
        reopened = nil
        lookAgain()
        for name in left.sorted() where isWanted {
            if let collection = try? collection(name), !collection.isLocked { tell(.opened(name)) }
        }
        // If not, the user has left again while the chip worked.
        guard isWanted else { return lockCollections() }
        left.removeAll()
    }

    /// Tells the user that a question is open, unless the screen is locked; called when it was open for some time.
    package func remind() -> BusAnswer {
        telling { if prompts.isAsking, !isScreenLocked { tell(.waiting) } }
    }

    /// Tells programs which collections others have locked or unlocked.
    private func lookAgain() {
        for name in collections.values.map(\.name).sorted() { _ = try? collection(name) }
    }
}
