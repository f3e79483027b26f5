import Foundation

/// A throw-away keyring of gnome-keyring: without a password, so that it is open at once.
///
/// Its file is written here, because storing 10,000 items one by one would take the daemon, which
/// writes all items with each one, longer than all measurements together.
enum Keyring {
    /// Makes a home with a filled keyring in it.
    ///
    /// - Returns: The environment in which the daemon finds it.
    static func make(in home: String, size: Int) throws -> [String: String] {
        let folder = home + "/data/keyrings"
        for path in [folder, home + "/run"] {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        var text = """
            [keyring]
            display-name=bench
            ctime=0
            mtime=0
            lock-on-idle=false
            lock-after=false

            """
        for index in 0..<size {
            text += """

                [\(index + 1)]
                item-type=0
                display-name=\(Corpus.account(index))
                secret=\(Corpus.secret(index))
                mtime=1
                ctime=1

                [\(index + 1):attribute0]
                name=service
                type=string
                value=\(Corpus.service(index))

                [\(index + 1):attribute1]
                name=account
                type=string
                value=\(Corpus.account(index))

                """
        }
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/bench.keyring"))
        try Data("bench".utf8).write(to: URL(fileURLWithPath: folder + "/default"))
        return [
            "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_RUNTIME_DIR": home + "/run",
            "XDG_CACHE_HOME": home + "/cache", "XDG_CONFIG_HOME": home + "/config",
        ]
    }
}
