internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// Stores items, by the rules that 'add' and 'edit' have too.
extension Browser {
    mutating func change(_ item: ListedItem, _ attributes: ItemAttributes) {
        let (items, news) = (Items(keychain: keychain), ChangeNews(of: keychain))
        let isStored = store {
            try items.change(item, ItemChanges(attributes: attributes))
        }
        guard isStored else { return }
        handle(.saved)
        handle(.message(news.sentence ?? "Saved."))
        reload()
    }

    mutating func add(_ new: ItemSelection, _ origin: NewSecret) {
        let (items, news) = (Items(keychain: keychain), ChangeNews(of: keychain))
        guard let entered = secret(origin), store({ try items.add(new, entered.secret) }) else {
            return
        }
        reload(afterAdding: true)
        say(news.sentence ?? "Added.", entered.news)
    }

    mutating func replaceSecret(_ item: ListedItem, _ origin: NewSecret) {
        let (items, news) = (Items(keychain: keychain), ChangeNews(of: keychain))
        guard let entered = secret(origin),
            store({ try items.change(item, ItemChanges(secret: entered.secret)) })
        else { return }
        reload()
        say(news.sentence ?? "Saved.", entered.news)
    }

    /// Says what was done, and what the secret is like if it was generated.
    private mutating func say(_ done: String, _ secret: String?) {
        handle(.message([done, secret].compactMap(\.self).joined(separator: " ")))
    }

    /// A new secret and the message when it is stored; `nil` if none was entered, which is
    /// reported.
    private mutating func secret(_ origin: NewSecret) -> (secret: SecretBytes, news: String?)? {
        switch origin {
        case .generated(let generated):
            return (generated.make(), "Generated: \(generated.summary).")
        case .typed:
            do throws(Failure) {
                return (try ask(), nil)
            } catch {
                // Its advice is for commands.
                handle(.message("\(error.problem); try again"))
                return nil
            }
        }
    }

    private func ask() throws(Failure) -> SecretBytes {
        let answer = terminal.ask { () -> Result<SecretBytes, Failure> in
            Result { () throws(Failure) in
                try SecretPrompt.askTwice(
                    "New secret: ",
                    again: "New secret again: ",
                    taking: .several
                )
            }
        }
        return try answer.get()
    }

    /// Changes the keychain, which may ask the user; says why if it cannot.
    ///
    /// - Returns: Whether it was changed.
    private mutating func store(_ body: () throws -> Void) -> Bool {
        do {
            try terminal.ask(body)
            return true
        } catch let failure as Failure {
            handle(.message(failure.message))
        } catch let error as KeychainError {
            handle(.message(Failure(error).message))
        } catch {
            handle(.message("\(error)"))
        }
        return false
    }
}
