internal import ArgumentParser
internal import CredentialHelpers

/// The option for the keychain that a helper works on.
struct HelperOptions: ParsableArguments {
    @OptionGroup var place: KeychainOptions

    var keychain: HelperKeychain { HelperKeychain(place.choice) }
}
