import PortableKeychain

/// Work that this program does silently on a keychain that is there, while valgrind counts its
/// instructions.
struct CountedWork {
    static let command = "work"

    private let subject: KeychainSubject
    private let work: Work
    private let count: Int
    private let size: Int

    /// The arguments that make this program do the work.
    static func arguments(
        _ folder: String,
        _ system: String,
        _ work: Work,
        count: Int,
        size: Int
    ) -> [String] {
        [command, folder, system, work.rawValue, "\(count)", "\(size)"]
    }

    init(_ arguments: [String]) throws {
        guard arguments.count == 6, let work = Work(rawValue: arguments[3]),
            let count = Int(arguments[4]), let size = Int(arguments[5])
        else { throw Failure(Options.usage) }
        (self.work, self.count, self.size) = (work, count, size)
        let keychain = try Keychain.open(
            .named("default"),
            configuration: KeychainSubject.configuration(in: arguments[1])
        )
        subject =
            arguments[2] == SecuritySubject.systemName
            ? SecuritySubject(keychain) : KeychainSubject(keychain)
    }

    func run() throws {
        _ = try subject.measure(work, count: count, size: size, seed: Instructions.seed)
    }
}
