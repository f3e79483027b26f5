internal import PortableKeychain

/// gnome-keyring, and whoever else serves the Secret Service, through libsecret's own tool.
///
/// The service tells what there is over D-Bus (`gdbus`), and `secret-tool` opens the items: a secret
/// travels within one D-Bus connection, which `gdbus` ends before it could be used.
enum GnomeKeyring {
    /// The entries of all collections; the service may ask to unlock them.
    ///
    /// - Throws: ``TransferProblem`` where there is no such service, or no tool to reach it.
    static func store() throws(TransferProblem) -> ForeignStore {
        let advice = "run it in the desktop's session, with libsecret-tools and libglib2.0-bin"
        let paths: [String]
        do throws(TransferProblem) {
            let answer = try call(
                "/org/freedesktop/secrets",
                "org.freedesktop.Secret.Service.SearchItems",
                "{}"
            )
            paths = SecretServiceText.paths(answer)
        } catch {
            throw TransferProblem("no Secret Service answers here", advice: advice)
        }
        guard paths.count <= TransferLimits.files else {
            throw TransferProblem("the service has more than \(TransferLimits.files) items")
        }
        var attributes: [[String: String]] = []
        for path in paths {
            attributes.append(SecretServiceText.dictionary(try property("Attributes", of: path)))
        }
        var store = ForeignStore()
        var unreachable = 0
        for (index, path) in paths.enumerated() {
            Terminal.progress("Reading \(index + 1) of \(paths.count)")
            let own = attributes[index]
            // A lookup also finds items with more attributes, and would give the secret of any.
            guard !own.isEmpty, attributes.count(where: { holds($0, all: own) }) == 1 else {
                unreachable += 1
                continue
            }
            let words = own.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            let secret = try OtherProgram.output(
                ["secret-tool", "lookup"] + words,
                atMost: TransferLimits.field
            )
            let label = SecretServiceText.string(try property("Label", of: path))
            store.entries.append(try entry(label, own, secret))
        }
        Terminal.progress("")
        if unreachable > 0 {
            store.remarks.append(
                "\(unreachable) items cannot be told apart by their attributes, and are not taken."
            )
        }
        return store
    }

    private static func holds(_ all: [String: String], all some: [String: String]) -> Bool {
        some.allSatisfy { all[$0.key] == $0.value }
    }

    private static func property(
        _ name: String,
        of path: String
    ) throws(TransferProblem) -> String {
        try call(
            path,
            "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.Secret.Item",
            name
        )
    }

    /// The entry of an item, by the attributes that GNOME's network passwords and common programs use.
    static func entry(
        _ label: String,
        _ attributes: [String: String],
        _ secret: SecretBytes
    ) throws(TransferProblem) -> ForeignEntry {
        var entry = ForeignEntry(title: label)
        entry.password = try secret.withUnsafeBytes { bytes throws(TransferProblem) in
            try TransferText.text(bytes)
        }
        var rest = attributes
        rest["xdg:schema"] = nil
        func take(_ names: String...) -> String {
            names.lazy.compactMap { rest.removeValue(forKey: $0) }.first { !$0.isEmpty } ?? ""
        }
        entry.account = take("user", "username", "account", "username_value")
        let server = take("server", "host", "hostname")
        if !server.isEmpty {
            let scheme = take("protocol")
            let port = take("port")
            entry.addAddress(
                (scheme.isEmpty ? "" : "\(scheme)://") + server + (port.isEmpty ? "" : ":\(port)")
                    + take("object", "path")
            )
        } else {
            entry.addAddress(take("signon_realm", "origin_url"))
        }
        entry.realm = take("domain")
        for (name, value) in rest.sorted(by: { $0.key < $1.key }) { entry.addDetail(name, value) }
        return entry
    }

    private static func call(_ path: String, _ words: String...) throws(TransferProblem) -> String {
        let output = try OtherProgram.output(
            [
                "gdbus", "call", "--session", "--dest", "org.freedesktop.secrets",
                "--object-path", path, "--method",
            ] + words,
            atMost: TransferLimits.file
        )
        return try output.withUnsafeBytes { bytes throws(TransferProblem) in
            try TransferText.text(bytes)
        }
    }
}

/// Values as `gdbus` prints them (GVariant text format).
enum SecretServiceText {
    /// The object paths in an answer.
    static func paths(_ text: String) -> [String] {
        strings(text).filter { $0.hasPrefix("/org/freedesktop/secrets/") }
    }

    /// The only text of an answer.
    static func string(_ text: String) -> String { strings(text).first ?? "" }

    /// A dictionary of texts.
    static func dictionary(_ text: String) -> [String: String] {
        let all = strings(text)
        var result: [String: String] = [:]
        for place in stride(from: 0, to: all.count - 1, by: 2) {
            result[all[place]] = all[place + 1]
        }
        return result
    }

    /// All texts in quotes, in their order.
    private static func strings(_ text: String) -> [String] {
        var result: [String] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
            let quote = rest[start]
            rest = rest[rest.index(after: start)...]
            var word = ""
            while let character = rest.popFirst(), character != quote {
                word.append(character == "\\" ? escaped(&rest) : character)
            }
            result.append(word)
        }
        return result
    }

    private static func escaped(_ rest: inout Substring) -> Character {
        switch rest.popFirst() {
        case "n": "\n"
        case "t": "\t"
        case "r": "\r"
        case "u": code(&rest, 4)
        case "U": code(&rest, 8)
        case let other?: other
        case nil: "\\"
        }
    }

    private static func code(_ rest: inout Substring, _ count: Int) -> Character {
        let digits = rest.prefix(count)
        rest = rest.dropFirst(count)
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map(Character.init)
            ?? "\u{FFFD}"
    }
}
