internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SSHAgent
internal import KeychainEssentials

/// `keychainctl key ssh`.
struct KeySSHCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ssh",
        abstract: "Let ssh use stored keys, or no longer.",
        discussion: """
            'keychainctl ssh-agent' offers only keys that are marked for ssh: by this command, by \
            'key generate --ssh', or by 'key import' of a file of ssh-keygen. The tag or label of \
            a pair selects both its private and its public key, which must have the same mark. A \
            key that the agent does not offer all the same is named, with the reason.

            EXAMPLES
              keychainctl key ssh --label laptop              for programs of this machine
              keychainctl key ssh --label laptop --forwarded  also for hosts behind ssh -A
              keychainctl key ssh --label laptop --off
            """
    )

    @Flag(help: "Also let hosts use them to which the agent is forwarded (ssh -A).")
    var forwarded = false
    @Flag(help: "Do not let ssh use them.") var off = false
    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        if forwarded && off { throw ValidationError("use either --forwarded or --off") }
    }

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        guard hashed.hash != nil || !attributes.isEmpty else {
            throw Failure(.usage, "no keys are selected", advice: "use --label, --tag or --hash")
        }
        let items = Items(keychain: try place.open())
        let selection = try items.narrowed(
            ItemSelection(itemClass: .key, attributes: attributes),
            toHash: hashed.hash
        )
        var change: ItemAttributes = [.alias: .string("")]
        if !off { (forwarded ? SSHUse.forwarded : .local).put(into: &change) }
        let request = ItemRequest(
            .update(ItemChanges(attributes: change)),
            itemClass: .key,
            attributes: selection.pattern
        )
        try items.checkHasNoPasskeys(selection)
        guard try items.perform(request) != nil else { throw Failure(noneOf: .key) }
        items.tellKeysWithoutSSH(selection.attributes)
    }
}

extension StoredKeys {
    /// Says which keys that are marked for ssh the agent does not offer.
    func tellLeftOut() {
        // The keys are stored, whatever prevents this search.
        for key in (try? leftOut()) ?? [] {
            Terminal.say("\(key.name) is not offered to ssh: \(key.reason).")
        }
    }
}

extension Items {
    /// Says which of some keys that are marked for ssh the agent does not offer.
    func tellKeysWithoutSSH(_ pattern: ItemAttributes) {
        StoredKeys(keychain: keychain, pattern: pattern).tellLeftOut()
    }

    /// Says whether the agent does not offer a new key that is marked for ssh.
    func tellKeysWithoutSSH(new key: KeyMaterial, _ attributes: ItemAttributes) {
        guard SSHUse(attributes) != nil else { return }
        tellKeysWithoutSSH([.applicationLabel: .data(Data(key.applicationLabel))])
    }
}
