// Measures keys beside OpenSSL, and identities among a thousand certificates.
//
//     KeysAndCertificates PATH-OF-PEER
import Foundation
@_spi(Keepers) import PortableKeychain

/// The median of some runs, in nanoseconds.
func median(_ runs: Int, _ work: () throws -> Void) rethrows -> Double {
    var times: [Int] = []
    for _ in 0..<runs {
        let start = DispatchTime.now().uptimeNanoseconds
        try work()
        times.append(Int(DispatchTime.now().uptimeNanoseconds - start))
    }
    return Double(times.sorted()[runs / 2])
}

func micro(_ nanoseconds: Double) -> String { String(format: "%.1f", nanoseconds / 1000) }

/// The output of the peer: making a key, signing and verifying, in nanoseconds.
func peer(_ path: String, _ kind: String) throws -> [Double] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [kind, "400"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .compactMap { Double($0) }
}

let kinds: [(name: String, peer: String, make: KeySpecification, algorithm: KeyAlgorithm)] = [
    ("P-256", "ec", .p256, .ecdsa(.sha256)),
    ("RSA 2048", "rsa", .rsa(bits: 2048), .rsaPKCS1(.sha256)),
    ("Ed25519", "ed25519", .ed25519, .ed25519),
]
let message = [UInt8](repeating: 7, count: 32)

print("| key | make µs (openssl) | sign µs (openssl) | verify µs (openssl) |")
print("|---|--:|--:|--:|")
for kind in kinds {
    let few = kind.make.type == .rsa ? 21 : 400
    var key = try KeyMaterial.generate(kind.make)
    let make = try median(few) {
        key = try KeyMaterial.generate(kind.make)
    }
    let signature = try key.sign(message, kind.algorithm)
    let sign = try median(400) { _ = try key.sign(message, kind.algorithm) }
    let publicKey = key.publicKey
    let verify = try median(400) {
        try publicKey.verify(signature, of: message, kind.algorithm)
    }
    let theirs =
        CommandLine.arguments.count > 1 ? try peer(CommandLine.arguments[1], kind.peer) : []
    let cells = [make, sign, verify].enumerated().map { index, ours in
        micro(ours) + (theirs.count == 3 ? " (\(micro(theirs[index])))" : "")
    }
    print("| \(kind.name) | " + cells.joined(separator: " | ") + " |")
}

// A thousand certificates, ten of which have their keys here.
let keychain = try Keychain.inMemory()
for number in 0..<1000 {
    var hash = [UInt8](repeating: 0, count: 20)
    hash[0] = UInt8(number >> 8)
    hash[1] = UInt8(number & 0xFF)
    _ = try keychain.perform(
        ItemRequest(
            .add,
            itemClass: .certificate,
            attributes: [
                .serialNumber: .data(Data([UInt8(number >> 8), UInt8(number & 0xFF)])),
                .publicKeyHash: .data(Data(hash)), .label: .string("certificate \(number)"),
            ],
            secret: SecretBytes(count: 600) { _ in }
        )
    )
    guard number.isMultiple(of: 100) else { continue }
    _ = try keychain.perform(
        ItemRequest(
            .add,
            itemClass: .key,
            attributes: [
                .keyClass: .string("1"), .applicationLabel: .data(Data(hash)),
                .type: .string(KeyType.ellipticCurve.rawValue),
            ],
            secret: SecretBytes(count: 97) { _ in }
        )
    )
}

/// A search for identities.
func identities(_ attributes: ItemAttributes, _ limit: MatchLimit) throws -> Int {
    try keychain.perform(
        ItemRequest(
            .copyMatching,
            itemClass: .identity,
            attributes: attributes,
            limit: limit,
            returning: [.attributes, .persistentReference]
        )
    ).count
}

let one = try median(200) {
    guard try identities([.label: .string("certificate 500")], .one) == 1 else { exit(1) }
}
let all = try median(20) {
    guard try identities([:], .all) == 10 else { exit(1) }
}
print(
    "\nAmong 1,000 certificates: one identity by its label \(micro(one)) µs, "
        + "all ten \(micro(all)) µs"
)
