internal import ArgumentParser
@_spi(Keepers) internal import PortableKeychain

/// The option for proofs that each reading of a new item requires.
struct RequirementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            What each reading requires: passcode (of the keychain), presence (of the user), or \
            password (of the item, asked for now). Repeatable.
            """,
            valueName: "proof"
        )
    )
    var require: [Proof] = []

    /// The kinds of proof, by their names.
    enum Proof: String, CaseIterable, ExpressibleByArgument {
        case passcode
        case presence
        case password

        fileprivate var constraint: AccessControl.Constraints {
            switch self {
            case .passcode: .devicePasscode
            case .presence: .userPresence
            case .password: .applicationPassword
            }
        }
    }

    /// Adds the proofs to the protection of a new item.
    func put(into attributes: inout ItemAttributes) throws {
        guard !require.isEmpty else { return }
        var accessibility = Accessibility.whenUnlocked
        if case .string(let name) = attributes[.accessible] {
            accessibility = Accessibility(rawValue: name) ?? accessibility
        }
        let constraints = require.reduce(into: AccessControl.Constraints()) {
            $0.formUnion($1.constraint)
        }
        attributes[.accessible] = nil
        attributes[.accessControl] = .accessControl(
            try AccessControl(accessibility, constraints: constraints)
        )
    }
}
