internal import KeychainctlKit
internal import PortableKeychain

extension SecurityVerb {
    /// The verbs that create and remove keychains.
    static let keychainFiles: [SecurityVerb] = [
        SecurityVerb(
            name: "create-keychain",
            summary: "Create keychains, and add them to the search list.",
            options: [
                .flag(
                    "P",
                    "Prompt in a window.",
                    .refused("without -P, it prompts on the terminal")
                ),
                .secret("p", "password", "The password; an empty one means none."),
            ],
            operands: "keychain...",
            function: "SecKeychainCreate",
            run: create
        ),
        SecurityVerb(
            name: "delete-keychain",
            summary: "Permanently remove keychains with all their items.",
            options: [],
            operands: "keychain...",
            function: "SecKeychainDelete"
        ) { call in
            guard !call.operands.isEmpty else {
                throw SecurityFailure.usage("no keychain is given")
            }
            for word in call.operands {
                let place = try SecurityKeychains.place(word)
                try Keychain.remove(place, configuration: .tool)
                try forget(Keychain.path(of: place, configuration: .tool))
            }
        },
    ]

    @Sendable private static func create(_ call: SecurityInvocation) throws {
        guard !call.operands.isEmpty else {
            throw SecurityFailure.usage("no keychain is given")
        }
        let places = try call.operands.map(SecurityKeychains.place)
        // Checked before prompting, so that the user does not type a password in vain.
        for place in places
        where SecurityKeychains.exists(try Keychain.path(of: place, configuration: .tool)) {
            throw KeychainError(.duplicateKeychain)
        }
        let password =
            try call.word("p")?.bytes
            ?? call.prompts.askNew(
                "password for new keychain: ",
                again: "retype password for new keychain: "
            )
        for place in places {
            let keychain = try Keychain.create(place, configuration: .tool)
            if password.count > 0 {
                do {
                    try keychain.setPasscode(password)
                } catch {
                    // Without its password, the new keychain must not remain.
                    try? Keychain.remove(place, configuration: .tool)
                    throw error
                }
                if !call.isQuiet { try UnlockSharing.warn(keychain) }
            }
            try remember(Keychain.path(of: place, configuration: .tool))
        }
    }

    /// Adds a keychain to the search list; the default list already contains all named ones.
    private static func remember(_ path: String) throws(KeychainError) {
        var preferences = try KeychainPreferences(.tool)
        let list = try SecurityKeychains.listed()
        guard preferences.searchList != nil || !list.contains(path) else { return }
        preferences.setSearchList(list + [path])
        try preferences.save()
    }

    /// Removes a keychain from the preferences.
    private static func forget(_ path: String) throws(KeychainError) {
        var preferences = try KeychainPreferences(.tool)
        let changed = preferences.forget(path)
        if changed { try preferences.save() }
    }
}
