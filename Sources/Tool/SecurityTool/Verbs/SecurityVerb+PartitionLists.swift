internal import KeychainctlKit
internal import PortableKeychain

extension SecurityVerb {
    /// A verb that lets programs of some signers use items.
    ///
    /// Scripts run it after each import, so it says that it has no effect, and succeeds.
    ///
    /// - Parameters:
    ///   - name: The kind of the items.
    ///   - selecting: The options that select them.
    /// - Returns: The verb.
    static func partitionList(_ name: String, _ selecting: [SecurityOption]) -> SecurityVerb {
        SecurityVerb(
            name: "set-\(name)-partition-list",
            summary: "Accepted without effect: programs are not signed here.",
            // None of them is refused: all have the same effect.
            options: selecting.map {
                SecurityOption(letter: $0.letter, argument: $0.argument, meaning: $0.meaning)
            } + [
                .value("S", "partitions", "The signers of programs."),
                .secret("k", "password", "The password of the keychain."),
            ],
            operands: "[keychain...]",
            function: "SecKeychainItemSetAccess"
        ) { call in
            // A mistyped name of a keychain is a mistake here too.
            _ = try SecurityKeychains.toSearch(call.operands, call)
            call.complain(
                "\(call.verb.name) has no effect: programs are not signed here, and all of yours "
                    + "can use the item"
            )
        }
    }
}
