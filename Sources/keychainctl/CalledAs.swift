/// Another program that this one is when it is called by that one's name, through a link that
/// `keychainctl install-links` makes.
struct CalledAs: Sendable {
    /// The name of the link.
    let name: String
    /// What the program is for, in a few words.
    let purpose: String
    /// Runs the program, which reads its words from `CommandLine`; returns its exit status.
    let run: @Sendable () throws -> Int32

    /// The program that this process was called as; `nil` for `keychainctl` itself.
    static let present: CalledAs? = {
        // Not `arguments`, which copies all of them, and some are secrets.
        let path = CommandLine.unsafeArgv[0].map { String(cString: $0) }
        let name = path?.split(separator: "/").last.map(String.init)
        return all.first { $0.name == name }
    }()
}
