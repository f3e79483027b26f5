internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

extension SecurityVerb {
    /// The verb about the search list.
    static let keychainLists: [SecurityVerb] = [
        SecurityVerb(
            name: "list-keychains",
            summary: "Show or set the keychains that are searched.",
            options: [domain, .flag("s", "Set the given keychains.")],
            operands: "[keychain...]",
            function: "SecKeychainSetSearchList",
            failsWithOne: true
        ) { call in
            try checkDomain(call)
            guard call.has("s") else {
                guard call.operands.isEmpty else { throw SecurityFailure.usage() }
                return try SecurityKeychains.listed().forEach(show)
            }
            var preferences = try KeychainPreferences(.tool)
            preferences.setSearchList(
                try call.operands.map {
                    try Keychain.path(of: SecurityKeychains.place($0), configuration: .tool)
                }
            )
            try preferences.save()
        }
    ]

    /// The verbs about the default keychain.
    static let standards: [SecurityVerb] = [
        SecurityVerb(
            name: "default-keychain",
            summary: "Show or set the default keychain.",
            options: [domain, .flag("s", "Set the given keychain, or the original default.")],
            operands: "[keychain]",
            function: "SecKeychainSetDefault"
        ) { call in
            try checkDomain(call)
            if call.has("s") {
                let place =
                    call.operands.isEmpty
                    ? SecurityKeychains.login : try SecurityKeychains.onlyPlace(call)
                return try Keychain.setStandard(place, configuration: .tool)
            }
            guard call.operands.isEmpty else { throw SecurityFailure.usage() }
            let path = try Keychain.path(of: .standard, configuration: .tool)
            let login = try Keychain.path(of: SecurityKeychains.login, configuration: .tool)
            // The user's own is created when something is stored; on macOS it is always there.
            guard path == login || SecurityKeychains.exists(path) else {
                // errSecNoDefaultKeychain, -25307.
                throw SecurityFailure(37, "the default keychain \(path) is not there")
            }
            show(path)
        },
        SecurityVerb(
            name: "login-keychain",
            summary: "Show the keychain that every user has.",
            options: [
                domain, .flag("s", "Set another one.", .refused("use 'default-keychain -s'")),
            ]
        ) { call in
            guard !call.has("d") else {
                throw SecurityFailure(1, "-d: there is one for each user")
            }
            guard call.operands.isEmpty else { throw SecurityFailure.usage() }
            show(try Keychain.path(of: SecurityKeychains.login, configuration: .tool))
        },
    ]

    private static let domain = SecurityOption.value(
        "d",
        "domain",
        "The preferences: only user is supported here."
    )

    /// Prints the path of a keychain in a list.
    private static func show(_ path: String) {
        Terminal.line("    \"\(path)\"")
    }

    /// Refuses preferences other than the user's; a domain can be abbreviated.
    private static func checkDomain(_ call: SecurityInvocation) throws(SecurityFailure) {
        guard let name = try call.text("d") else { return }
        let known = ["user", "system", "common", "dynamic"]
        guard let domain = known.first(where: { $0.hasPrefix(name) && !name.isEmpty }) else {
            throw .usage("the value of -d must be one of \(known.joined(separator: ", "))")
        }
        guard domain == "user" else {
            throw .notHere("-d: there are only keychains of users, not of the system")
        }
    }
}
