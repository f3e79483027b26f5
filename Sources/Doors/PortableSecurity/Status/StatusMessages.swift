/// The sentence for each status code.
///
/// For the codes that the functions of this module return, and have a sentence of Apple's, it is that one, because
/// programs show it, log it and compare it. Apple's header `SecBase.h` says that the comments beside its codes become the
/// sentences; other libraries quote what the function returned. The other sentences are this library's: Apple has none
/// (``errSecInternalComponent``), its own is a fragment (``errSSLCrypto``), or no function here returns the code.
enum StatusMessages {
    static func sentence(for status: OSStatus) -> String? {
        if let sentence = keychain[status] { return "\(sentence)" }
        // Int64, because the distance from the most negative code does not fit.
        let index = Int(-67585 - Int64(status))
        if trust.indices.contains(index) { return "\(trust[index])" }
        let rest = index - trust.count
        return cryptography.indices.contains(rest) ? "\(cryptography[rest])" : nil
    }
}
