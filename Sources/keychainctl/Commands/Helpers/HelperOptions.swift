internal import ArgumentParser
internal import CredentialHelpers

/// Which keychain a helper works on.
struct HelperOptions: ParsableArguments {
    @OptionGroup var place: KeychainOptions

    var keychain: HelperKeychain { HelperKeychain(place.choice) }
}
