internal import SwiftASN1

/// The public numbers of an RSA key in PKCS #1 (RFC 8017, A.1), which are read and not computed with.
struct RSANumbers {
    /// Apple's least size, in bits.
    static let least = 512

    /// Big-endian, no zero in front, as both.
    let modulus: [UInt8]
    let publicExponent: [UInt8]

    /// Reads an `RSAPublicKey` in its one form.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else.
    init(publicKey bytes: [UInt8]) throws(KeychainError) {
        try self.init(Self.integers(bytes[...], count: 2))
    }

    /// Reads an `RSAPrivateKey` with two primes in its one form.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else.
    init(privateKey bytes: SecretBytes) throws(KeychainError) {
        self = try bytes.withArray { array throws(KeychainError) in
            let integers = try Self.integers(array[...], count: 9)
            guard integers[0].elementsEqual([0]) else { throw .noKey }
            return try RSANumbers(integers[1...2])
        }
    }

    private init(_ integers: ArraySlice<ArraySlice<UInt8>>) throws(KeychainError) {
        let digits = integers.map { Array($0.drop { $0 == 0 }) }
        (modulus, publicExponent) = (digits[0], digits[1])
        // A longer exponent only slows every use down; BoringSSL refuses more than 33 bits too.
        guard sizeInBits >= Self.least, modulus.isOdd, publicExponent.isOdd, publicExponent != [1],
            publicExponent.count <= 5
        else { throw .noKey }
    }

    var sizeInBits: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

    /// The length of a block in bytes.
    var blockLength: Int { modulus.count }

    /// The numbers as an `RSAPublicKey`.
    var publicKey: [UInt8] {
        DERValue.sequence([modulus, publicExponent].map { DERValue.natural($0) }).bytes
    }

    /// A sequence of so many positive numbers, each in its shortest form.
    private static func integers(
        _ der: ArraySlice<UInt8>,
        count: Int
    ) throws(KeychainError) -> ArraySlice<ArraySlice<UInt8>> {
        let root = try KeyDER.read(der) { $0 }
        var parts = try DERCursor(root, .sequence)
        var integers: [ArraySlice<UInt8>] = []
        while parts.next != nil {
            let digits = try parts.take(.integer).primitive(.integer)
            guard let first = digits.first, first < 0x80,
                first != 0 || digits.count == 1 || digits[digits.startIndex + 1] >= 0x80
            else { throw .noKey }
            integers.append(digits)
        }
        guard integers.count == count else { throw .noKey }
        return integers[...]
    }
}

extension [UInt8] {
    fileprivate var isOdd: Bool { last.map { $0 & 1 == 1 } ?? false }
}
