import PortableKeychain
import ProofSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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

    func secret() -> SecretBytes {
        SecretBytes(count: count) { room in
            for place in 0..<count { room[place] = byte(place) }
        }
    }

    private func byte(_ place: Int) -> UInt8 {
        var random = SeededRandom(seed: seed << 32 | UInt64(place))
        return UInt8(truncatingIfNeeded: random.next())
    }

    /// How many places hold a piece of the secret.
    func pieces() -> Int {
        let mappings = writableMappings()
        let needle = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceLength,
            alignment: 16
        )
        defer { needle.deallocate() }
        var found = 0
        // Pieces from all over the secret: freed memory often loses its beginning only.
        for start in stride(from: 8, to: count - Self.pieceLength, by: count / 12) {
            for place in 0..<Self.pieceLength { needle[place] = byte(start + place) }
            // Memory is full of zeros, which would make the search slow.
            guard needle[0] != 0 else { continue }
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
