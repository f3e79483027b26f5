internal import KeychainSecretService
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SessionBus

/// Shows items of the keychain to programs of the desktop, or hides them again.
enum Exposing {
    /// Shows an item.
    ///
    /// - Parameters:
    ///   - name: The name of the item.
    ///   - attributes: The attributes that programs search for, each as `name=value`.
    ///   - choice: The keychain.
    /// - Throws: ``Failure``, also for a keychain that is no collection, or an error of the keychain.
    static func show(_ name: String, _ attributes: [String], in choice: KeychainChoice) throws {
        let pairs = try pairs(attributes)
        try checkIsSeen(choice)
        let (item, exposed) = try find(name, choice, asking: false)
        guard !item.demandsProof else { throw requiresUser(name) }
        guard try exposed.add(item.reference, label: item.text(.label), attributes: pairs) else {
            return Terminal.say(
                "Programs of the desktop see '\(name)' with these attributes already."
            )
        }
        Terminal.say("Programs of the desktop see '\(name)' now, and can read its secret.")
    }

    /// Hides an item.
    static func hide(_ name: String, in choice: KeychainChoice) throws {
        let (item, exposed) = try find(name, choice)
        guard try exposed.remove(item.reference) > 0 else {
            throw Failure(
                KeychainError(
                    .itemNotFound,
                    reason: "Programs of the desktop do not see '\(name)'. Check its name."
                )
            )
        }
        Terminal.say("Programs of the desktop do not see '\(name)' any more.")
    }

    /// The number of items of the default keychain that are shown; unknown if that cannot be read.
    static func count() -> SecretServiceStatus.Exposed {
        let opened: Keychain?
        do { opened = try KeychainChoice().openIfPresent() } catch { return .unknown }
        guard let keychain = opened else { return .items(0) }
        do throws(KeychainError) {
            guard try keychain.lockState == .unlocked else { return .locked }
            return .items(try ExposedItems(keychain).count)
        } catch  where error.code == .locked {
            return .locked
        } catch {
            // Such as a damaged keychain, or a full disk: the rest of the status is still of use.
            return .unknown
        }
    }

    /// Refuses a keychain whose items programs never see.
    private static func checkIsSeen(_ choice: KeychainChoice) throws {
        func file(_ place: Keychain.Place) throws -> String {
            PrivateFile.resolved(try Keychain.path(of: place, configuration: .tool))
        }
        let chosen = try file(choice.file)
        let names = Keychain.names(configuration: .tool)
        let seen = [Keychain.Place.standard] + names.map { Keychain.Place.named($0) }
        guard try !seen.contains(where: { try file($0).hasSameBytes(as: chosen) }) else { return }
        throw Failure(
            .usage,
            "programs of the desktop see only the default keychain and those with a name",
            advice: "choose one of 'keychainctl keychains'"
        )
    }

    private static func find(
        _ name: String,
        _ choice: KeychainChoice,
        asking isAsking: Bool = true
    ) throws -> (ListedItem, ExposedItems) {
        let keychain = try choice.open()
        try keychain.requireUnlocked()
        do {
            // Nothing is asked for an item that is refused.
            let item = try ItemName(name).only(
                in: isAsking ? keychain : choice.open(asking: false),
                choice: ItemChoice(for: .changing)
            ) {
                // Items that programs of the desktop stored are shown already.
                $0.text(.accessGroup) != SessionBus.name
            }
            return (item, try ExposedItems(keychain))
        } catch let error as KeychainError where error.code == .authenticationRequired {
            throw requiresUser(name)
        }
    }

    private static func requiresUser(_ name: String) -> Failure {
        Failure(
            .usage,
            "'\(name)' requires its user at each use, whom programs of the desktop cannot ask",
            advice: "show another item, or store this one without '--require'"
        )
    }

    private static func pairs(_ attributes: [String]) throws(Failure) -> SearchAttributes {
        var pairs: [(key: String, value: String)] = []
        for word in attributes {
            let parts = word.split(at: "=", maxSplits: 1).map { String($0) }
            guard parts.count == 2, !parts[0].isEmpty else {
                throw Failure(
                    .usage,
                    "'\(word)' is no attribute",
                    advice: "write it as name=value"
                )
            }
            let name = parts[0]
            guard !pairs.contains(where: { $0.key.hasSameBytes(as: name) }) else {
                throw Failure(.usage, "'\(name)' is given twice", advice: "remove one of them")
            }
            pairs.append((name, parts[1]))
        }
        guard !pairs.isEmpty else {
            throw Failure(
                .usage,
                "programs find nothing without attributes",
                advice: "use --attribute name=value"
            )
        }
        return SearchAttributes(pairs)
    }
}
