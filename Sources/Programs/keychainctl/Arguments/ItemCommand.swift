internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// A command about items.
///
/// Its options are attributes: those of a new item, or those that an item must have to match.
protocol ItemCommand: ParsableCommand {
    var item: ClassOptions { get }
    var generic: GenericPasswordOptions { get }
    var internet: InternetPasswordOptions { get }
    var common: CommonOptions { get }
    /// Whether the command is about passkeys too, which have no secret to read.
    static var takesPasskeys: Bool { get }
}

extension ItemCommand {
    /// About passwords alone.
    static var takesPasskeys: Bool { false }

    /// The class and attributes that the options select.
    func selection() throws(Failure) -> ItemSelection {
        if !Self.takesPasskeys { try item.checkIsPassword() }
        return try ItemSelection(
            item.itemClass,
            given: generic.given + internet.given + common.given
        )
    }

    /// The choice by a name and the options; `nil` without a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - purpose: The purpose of the item.
    /// - Returns: The name, and a choice between items that have it.
    /// - Throws: ``Failure`` for options that are not values.
    func named(
        _ name: String?,
        for purpose: ItemChoice.Purpose
    ) throws(Failure) -> (name: ItemName, choice: ItemChoice)? {
        guard let name else { return nil }
        var choice = ItemChoice(try selection(), for: purpose)
        if Self.takesPasskeys { choice.kinds = .passkeysToo }
        return (ItemName(name), choice)
    }
}

/// A command that stores a secret for an item.
protocol StoringCommand: ItemCommand {
    var named: NameArgument { get }
    var requirements: RequirementOptions { get }
    var place: KeychainOptions { get }
    var source: SecretOptions { get }
}

extension StoringCommand {
    /// Finds out which item is stored, and asks for the secret.
    ///
    /// - Parameters:
    ///   - check: Refuses an item that a name was taken for.
    ///   - store: Stores a secret in a keychain.
    /// - Throws: ``Failure`` for options that do not determine the item; any error of the keychain.
    func store(
        checking check: (NamedTarget, NamedTarget.Decision) throws -> Void = { _, _ in },
        _ store: (Items, ItemSelection, SecretBytes) throws -> Void
    ) throws {
        var given = try selection()
        guard named.name != nil || given.itemClass != nil else {
            throw Failure(
                .usage,
                "nothing says which item is meant",
                advice: "write its name, or use --service or --server"
            )
        }
        try requirements.put(into: &given.attributes)
        let (keychain, entered) = try place.choice.openToStore { keychain in
            guard let name = named.name else {
                return (given, nil as NamedTarget.Decision?, try source.secret())
            }
            let target = NamedTarget(name, given)
            let decision = try target.decide(in: keychain)
            try check(target, decision)
            return (decision.selection, decision, try source.secret())
        }
        let (selection, decision, secret) = entered
        let change = ChangeNews(of: keychain)
        try store(Items(keychain: keychain), selection, secret.secret)
        // Which item a name was taken for matters most when it is new.
        let isNew = decision.map { $0.present == nil } ?? false
        if isNew || !change.tell(), let decision, Terminal.messagesAreSeen {
            Terminal.say(decision.news)
        }
        if let news = secret.news { Terminal.say(news) }
        let stored =
            decision?.present
            ?? ListedItem(
                itemClass: selection.itemClass ?? .genericPassword,
                attributes: selection.attributes
            )
        if let warning = OneTimeAddress.warning(about: stored, secret.secret) {
            Terminal.say(warning)
        }
    }
}
