internal import ArgumentParser
internal import PortableKeychain

/// Which keychain a helper works on.
struct HelperOptions: ParsableArguments {
    @OptionGroup var place: KeychainOptions

    /// Makes options that name a keychain, or the default one.
    static func naming(_ keychain: String?) throws(Failure) -> HelperOptions {
        let words = keychain.map { ["--keychain", $0] } ?? []
        do {
            return try parse(words)
        } catch {
            throw Failure(.usage, "no keychain is called that", advice: "see --help")
        }
    }

    /// The items to look in; `nil` while there is no default keychain yet, which is no error for a
    /// program that asks whether there is a password.
    func store() throws -> HelperStore? {
        do {
            return HelperStore(items: Items(keychain: try place.open()))
        } catch let error as KeychainError
            where error.code == .noSuchKeychain && place.keychain == nil
        {
            return nil
        }
    }

    /// The items to add to; makes the default keychain at its first use.
    func storeToWrite() throws -> HelperStore {
        HelperStore(items: Items(keychain: try place.openToStore()))
    }
}
