internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// The option for the class of items.
struct ClassOptions: ParsableArguments {
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "generic or internet, if nothing else says it; some commands take passkey.",
            valueName: "class"
        ),
        completion: .list(["generic", "internet", "passkey"])
    )
    var className: ClassName?

    /// The class that was named.
    var itemClass: ItemClass? {
        switch className {
        case .generic: .genericPassword
        case .internet: .internetPassword
        case .passkey: ItemSelection.passkeyClass
        case nil: nil
        }
    }

    /// The classes by their names.
    enum ClassName: String, ExpressibleByArgument {
        case generic
        case internet
        case passkey
    }

    /// Refuses passkeys, for a command about secrets.
    func checkIsPassword() throws(Failure) {
        guard className == .passkey else { return }
        throw Failure(
            .usage,
            "a passkey has no secret that is read or typed",
            advice: "'keychainctl show' shows its site and account"
        )
    }
}
