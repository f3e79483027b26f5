internal import Crypto

/// All families there are.
enum KeyFamilies {
    /// The families, those of one type from the smallest on.
    static let all: [any KeyFamily] =
        [
            RSAKeys(), NISTKeys<P256>(), NISTKeys<P384>(), NISTKeys<P521>(), Ed25519Keys(),
            X25519Keys(),
        ] + PostQuantumFamilies.all
}
