internal import KeychainEssentials
internal import PortableKeychain

/// The back-end that xdg-desktop-portal takes for the secrets of programs in sandboxes, as its files say (portals.conf(5)).
///
/// Ours has the bus name of the Secret Service, as gnome-keyring's has: where the portal takes one of these two, it asks
/// the program that answers for the Secret Service, and no file of a user has to say so.
struct DesktopPortal {
    /// A back-end that has secrets.
    private struct Backend {
        let name: String
        let busName: String
        let desktops: [Substring]
    }

    /// A file that says which back-ends are taken.
    private struct Choice {
        let file: SetupFile
        let text: String
    }

    private let backends: [Backend]
    /// The choices that the user wrote; of several, the first one is in force.
    private let own: [Choice]
    /// The choices of the system, one of each folder: up to version 1.20 the portal reads only the first file of all.
    private let system: [Choice]
    /// Whether the portal is from before 1.17, which reads no choices: no part of the system has one.
    private let isOld: Bool
    /// The folder of the user's choices.
    private let folder: String
    private let desktops: [String]

    private static let interface = "org.freedesktop.impl.portal.Secret"
    private static let backend = "keychain"
    /// The line by which a user has the portal take ours.
    private static let line = "\(interface)=\(backend)"

    /// Reads the files; `nil` where there is no portal.
    init?(of desktop: Desktop) {
        let places = [desktop.data] + desktop.systemData
        guard
            places.contains(where: {
                SetupFile.exists($0 + "/dbus-1/services/org.freedesktop.portal.Desktop.service")
            })
        else { return nil }
        (folder, desktops) = (desktop.configuration + Self.subfolder, desktop.names)
        var backends: [Backend] = []
        for place in places {
            let folder = place + Self.subfolder + "portals/"
            for name in Self.names(in: folder, ".portal") {
                let stem = String(name.dropLast(".portal".count))
                guard let text = SetupFile.read(folder + name),
                    Self.values(of: "Interfaces", in: "portal", text)?.contains(Self.interface[...])
                        == true,
                    let busName = Self.values(of: "DBusName", in: "portal", text)?.first,
                    !backends.contains(where: { $0.name == stem })
                else { continue }
                backends.append(
                    Backend(
                        name: stem,
                        busName: String(busName),
                        desktops: Self.values(of: "UseIn", in: "portal", text) ?? []
                    )
                )
            }
        }
        self.backends = backends.inOrder { $0.name }
        let files = desktop.names.map { "\($0)-portals.conf" } + ["portals.conf"]
        func choices(_ folder: String) -> [Choice] {
            files.compactMap { name in
                let path = folder + Self.subfolder + name
                return SetupFile.read(path).map {
                    Choice(file: SetupFile(path: path, content: ""), text: $0)
                }
            }
        }
        own = choices(desktop.configuration)
        // Of one folder, the first file is in force.
        let systemFolders = desktop.systemConfiguration + places
        system = systemFolders.compactMap { choices($0).first }
        isOld = systemFolders.allSatisfy {
            Self.names(in: $0 + Self.subfolder, "portals.conf").isEmpty
        }
    }

    private static let subfolder = "/xdg-desktop-portal/"

    /// The back-end that is taken, for people; `nil` for none.
    var shown: String? {
        guard let taken = taken(own.prefix(1) + system) else { return nil }
        return taken.busName == Desktop.busName ? "secret service" : taken.name
    }

    /// The file by which the portal takes ours: the system's choice with one line more, because an older portal reads no
    /// other file beside it.
    ///
    /// It is `nil` where the portal needs none, the user has written a choice, or the system has none: a file with one line
    /// would then be in force instead of what a later version of the desktop brings.
    var file: SetupFile? {
        guard isNeeded, foreign == nil, let model = system.first,
            let name = PrivateFile.parts(of: model.file.path).last
        else { return nil }
        return SetupFile(path: folder + name, content: Self.chosen(in: model.text))
    }

    /// The advice for a user whose choice is not written for them; `nil` if none is needed.
    var advice: String? {
        guard isNeeded, file == nil, !isOld else { return nil }
        let path = foreign?.file.path ?? folder + "portals.conf"
        return """
            Programs of Flatpak keep their secrets elsewhere, or nowhere. To have them in your keychain, write \
            '\(Self.line)' below [preferred] in \(path), and log out and in.
            """
    }

    /// The files of a user that may be ours.
    static func files(of desktop: Desktop) -> [SetupFile] {
        let folder = desktop.configuration + subfolder
        return names(in: folder, "portals.conf").map { SetupFile(path: folder + $0, content: "") }
    }

    /// The names in a folder that end in a text, sorted.
    private static func names(in folder: String, _ end: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(end) }.sorted()
    }

    /// Whether the portal takes another one, and knows ours.
    private var isNeeded: Bool {
        let others = own.prefix(1).filter { !$0.file.isOurs }
        return !desktops.isEmpty && backends.contains { $0.name == Self.backend }
            && taken(others + system)?.busName != Desktop.busName
    }

    /// The first choice that the user wrote.
    private var foreign: Choice? { own.first { !$0.file.isOurs } }

    /// The back-end that the portal takes by these choices, or without any.
    private func taken(_ choices: [Choice]) -> Backend? {
        for choice in choices {
            for key in [Self.interface, "default"] {
                guard let names = Self.values(of: key, in: "preferred", choice.text) else {
                    continue
                }
                guard !names.contains("none") else { return nil }
                let found = names.lazy.compactMap { name in
                    backends.first { name == "*" || $0.name == name }
                }
                if let first = found.first { return first }
            }
        }
        for desktop in desktops {
            let found = backends.first { $0.desktops.contains { $0.lowercased() == desktop } }
            if let found { return found }
        }
        return isOld ? backends.first : nil
    }

    /// A configuration with our back-end in it.
    private static func chosen(in text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeAll { $0.hasPrefix(interface) }
        let place = lines.firstIndex { $0.hasPrefix("[preferred]") } ?? lines.startIndex - 1
        lines.insert(line[...], at: place + 1)
        return lines.joined(separator: "\n")
    }

    /// The values of a key in a group of a file; `nil` if it is not there.
    private static func values(
        of key: String,
        in group: String,
        _ text: String
    ) -> [Substring]? {
        var isInside = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[") {
                isInside = line.hasPrefix("[\(group)]")
                continue
            }
            guard isInside, let mark = line.firstIndex(of: "="),
                line[..<mark].filter({ $0 != " " }) == key
            else { continue }
            return line[line.index(after: mark)...].filter { $0 != " " }.split(separator: ";")
                .map { $0[...] }
        }
        return nil
    }
}
