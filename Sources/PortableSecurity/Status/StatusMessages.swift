/// The sentence for each status code.
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
