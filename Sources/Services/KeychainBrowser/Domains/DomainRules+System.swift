internal import CKeychainPlatform
package import KeychainPasskeys

extension DomainRules {
    /// The rules of the system's libidn2 and libpsl; without them, nothing is known.
    package static let system = DomainRules(
        ascii: { name in converted(name, by: pk_domain_ascii)?.lowercased() },
        unicode: { name in converted(name, by: pk_domain_unicode) },
        isPublicSuffix: { name in
            switch pk_domain_is_public_suffix(name) {
            case 0: false
            case 1: true
            default: nil
            }
        }
    )

    /// A name of a host has at most 253 characters, and each of them at most four bytes.
    private static let room = 1024

    private static func converted(
        _ name: String,
        by convert: (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int) -> Int
    ) -> String? {
        guard !name.utf8.contains(0), name.utf8.count < room else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { output in
            guard let start = output.baseAddress else { return nil }
            let count = convert(name, start, room)
            return count < 0
                ? nil
                : String(decoding: output[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
