internal import ArgumentParser

/// The option for the keychain that a helper works on.
struct HelperOptions: ParsableArguments {
    @OptionGroup var place: KeychainOptions

    /// The names of the options of a plain command line.
    static let plain = ["keychain"]
}
