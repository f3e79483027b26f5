@_spi(Keepers) import PortableKeychain
import ProofSupport
import KeychainLibC

/// Uses a private RSA key by both libraries, and journals how many pieces of it are in memory, as bytes
/// and as numbers.
func leakKey(_ journal: Journal) throws {
    var key: KeyMaterial? = try KeyMaterial.generate(.rsa(bits: 2048))
    // It begins with the public numbers, which may be anywhere: 256 and 3 bytes and their headers.
    let publicCount = 280
    guard let marker = key.map({ Marker(hiding: $0.externalRepresentation, from: publicCount) })
    else { return }
    let report = { (step: String) in
        journal.write("\(step) \(marker.pieces()) \(marker.pieces(backwards: true))")
    }
    report("held")
    _ = try key?.sign([1], .rsaSignatureMessagePKCS1v15SHA224)
    report("system")
    if let sealed = try key?.publicKey.encrypt(SecretBytes([1]), .rsaEncryptionOAEPSHA512) {
        _ = try key?.decrypt(sealed, .rsaEncryptionOAEPSHA512)
    }
    report("system")
    _ = try key?.sign([1], .rsaSignatureMessagePKCS1v15SHA256)
    report("library")
    key = nil
    report("released")
}

/// Moves a secret through a keychain and journals after each step how many pieces of it are still
/// somewhere in the memory that this process can write.
func leak(_ folder: String, _ journal: Journal, count: Int) throws {
    let keychain = try Keychain.create(.standard, configuration: .proof(folder))
    let account = ItemAttributes(dictionaryLiteral: (.account, .string("leak")))
    let report = { (step: String, marker: Marker) in
        journal.write("\(step) \(marker.pieces())")
    }
    let first = Marker(seed: 1, count: count)
    do {
        let secret = first.secret()
        report("held", first)
        _ = try keychain.keeper.perform(
            ItemRequest(.add, itemClass: .genericPassword, attributes: account, secret: secret)
        )
    }
    report("added", first)
    let find = ItemRequest(
        .copyMatching,
        itemClass: .genericPassword,
        attributes: account,
        returning: [.data, .attributes]
    )
    do {
        let answer = try keychain.keeper.perform(find)
        guard answer.items[0].secret?.count == count else { throw ProofItem.Mixture() }
        report("held", first)
    }
    report("found", first)
    let second = Marker(seed: 2, count: count)
    for changes in [
        ItemChanges(secret: second.secret()), ItemChanges(attributes: [.label: .string("label")]),
        ItemChanges(attributes: [.accessible: .string(Accessibility.always.rawValue)]),
    ] {
        _ = try keychain.keeper.perform(
            ItemRequest(.update(changes), itemClass: .genericPassword, attributes: account)
        )
    }
    report("updated", first)
    report("updated", second)
    _ = try keychain.verify()
    report("verified", second)
    let passcode = Marker(seed: 3, count: min(count, 4000))
    try keychain.setPasscode(passcode.secret())
    try keychain.lock()
    try keychain.unlock(passcode: passcode.secret())
    report("unlocked", passcode)
    try keychain.removePasscode(passcode.secret())
    report("removed", passcode)
    _ = try keychain.keeper.perform(
        ItemRequest(.delete, itemClass: .genericPassword, attributes: account)
    )
    report("deleted", second)
}

/// A secret that is easily made again, and looked for, without lying in memory meanwhile.
struct Marker {
    private static let pieceLength = 16

    let seed: UInt64
    let count: Int
    private let hidden: [UInt8]

    init(seed: UInt64, count: Int) {
        (self.seed, self.count) = (seed, count)
        hidden = [UInt8](repeating: 0, count: count)
    }

    /// Takes a secret that something else made, without its first bytes.
    init(hiding secret: SecretBytes, from start: Int) {
        let stream = Marker(seed: 0, count: secret.count - start)
        (seed, count) = (0, secret.count - start)
        hidden = secret.withUnsafeBytes { bytes in
            (start..<bytes.count).map { bytes[$0] ^ stream.byte($0 - start) }
        }
    }

    func secret() -> SecretBytes {
        SecretBytes(count: count) { room in
            for place in 0..<count { room[place] = byte(place) }
        }
    }

    private func byte(_ place: Int) -> UInt8 {
        var random = SeededRandom(seed: seed << 32 | UInt64(place))
        return UInt8(truncatingIfNeeded: random.next()) ^ hidden[place]
    }

    /// The number of places that hold a piece of the secret; backwards, as a number has its bytes
    /// in memory.
    func pieces(backwards: Bool = false) -> Int {
        let mappings = writableMappings()
        let needle = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceLength,
            alignment: 16
        )
        defer { needle.deallocate() }
        var found = 0
        // Pieces from all over the secret: freed memory often loses its beginning only.
        for start in stride(from: 8, to: count - Self.pieceLength, by: count / 12) {
            let first = backwards ? Self.pieceLength - 1 : 0
            var start = start
            // Memory is full of zeros, which would make the search slow.
            while byte(start + first) == 0, start + Self.pieceLength < count { start += 1 }
            for place in 0..<Self.pieceLength {
                needle[place] = byte(start + (backwards ? Self.pieceLength - 1 - place : place))
            }
            for mapping in mappings { found += occurrences(of: needle, in: mapping) }
            SecretBytes.zero(needle)
        }
        return found
    }

    private func occurrences(
        of needle: UnsafeMutableRawBufferPointer,
        in mapping: UnsafeRawBufferPointer
    ) -> Int {
        guard var start = mapping.baseAddress, let pattern = needle.baseAddress else { return 0 }
        let end = start + mapping.count - needle.count
        var count = 0
        while start <= end, let found = memchr(start, Int32(needle[0]), end - start + 1) {
            if found != pattern, memcmp(found, pattern, needle.count) == 0 { count += 1 }
            start = UnsafeRawPointer(found) + 1
        }
        return count
    }
}

/// All memory that this process can read and write.
private func writableMappings() -> [UnsafeRawBufferPointer] {
    guard let file = fopen("/proc/self/maps", "r") else { return [] }
    defer { fclose(file) }
    var mappings: [UnsafeRawBufferPointer] = []
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let words = text.split(separator: " ")
        guard words.count > 1, words[1].hasPrefix("rw"), !text.contains("[vvar]") else { continue }
        let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard bounds.count == 2 else { continue }
        mappings.append(
            UnsafeRawBufferPointer(
                start: UnsafeRawPointer(bitPattern: bounds[0]),
                count: Int(bounds[1] - bounds[0])
            )
        )
    }
    return mappings
}
