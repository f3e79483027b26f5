internal import KeychainLibC
internal import PortableKeychain

/// A browser that the tool knows: where its profiles are, and where it looks for programs of extensions.
package enum WebBrowser: String, CaseIterable, Sendable {
    case chromium
    case chrome
    case brave
    case vivaldi
    case edge
    case firefox

    /// The name that people know.
    package var name: String {
        switch self {
        case .chromium: "Chromium"
        case .chrome: "Chrome"
        case .brave: "Brave"
        case .vivaldi: "Vivaldi"
        case .edge: "Edge"
        case .firefox: "Firefox"
        }
    }

    /// The folder with its profiles, below the home; it is there if the browser was ever started.
    package var folder: String {
        switch self {
        case .chromium: ".config/chromium"
        case .chrome: ".config/google-chrome"
        case .brave: ".config/BraveSoftware/Brave-Browser"
        case .vivaldi: ".config/vivaldi"
        case .edge: ".config/microsoft-edge"
        case .firefox: ".mozilla"
        }
    }

    /// The folder of its manifests, below the other one.
    var manifests: String {
        self == .firefox ? "native-messaging-hosts" : "NativeMessagingHosts"
    }

    /// Folders of the same browser in a sandbox, from which no program can be started, below the home.
    package var sandboxes: [String] {
        switch self {
        case .chromium: ["snap/chromium", ".var/app/org.chromium.Chromium"]
        case .chrome: [".var/app/com.google.Chrome"]
        case .brave: ["snap/brave", ".var/app/com.brave.Browser"]
        case .vivaldi: ["snap/vivaldi", ".var/app/com.vivaldi.Vivaldi"]
        case .edge: [".var/app/com.microsoft.Edge"]
        case .firefox: ["snap/firefox", ".var/app/org.mozilla.firefox"]
        }
    }

    /// The beginning of the names of its executables.
    private var executable: String {
        switch self {
        case .edge: "msedge"
        case .vivaldi: "vivaldi"
        default: rawValue
        }
    }

    /// The browser that started this process; `nil` if another program did.
    package static var starting: WebBrowser? {
        var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = room.withUnsafeMutableBytes { room in
            guard let start = room.baseAddress else { return 0 }
            return readlink(
                "/proc/\(getppid())/exe",
                start.assumingMemoryBound(to: CChar.self),
                room.count
            )
        }
        guard count > 0 else { return nil }
        return having(String(decoding: room[..<count], as: UTF8.self))
    }

    /// The browser with an executable.
    static func having(_ path: String) -> WebBrowser? {
        let name = PrivateFile.split(path).name
        return allCases.first { name.hasPrefix($0.executable) }
    }
}
