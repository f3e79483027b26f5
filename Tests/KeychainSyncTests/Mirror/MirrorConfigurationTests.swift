import KeychainSync
import PortableKeychain
import Testing

/// The settings of a mirror, as its helper is given them.
@Suite struct MirrorConfigurationTests {
    private func settings(
        _ address: String = "mirror+https://a/b",
        _ authority: [UInt8] = [1, 2, 3]
    ) throws -> MirrorConfiguration {
        try MirrorConfiguration(address: try MirrorAddress(address), authority: authority)
    }

    private func bytes(_ settings: MirrorConfiguration) -> [UInt8] {
        settings.encoded.withUnsafeBytes { Array($0) }
    }

    @Test(arguments: [[], [1, 2, 3]] as [[UInt8]]) func areReadAgain(_ authority: [UInt8]) throws {
        let settings = try settings("mirror+https://a/b", authority)
        let bytes = bytes(settings)
        let read = try MirrorConfiguration(SecretBytes(bytes))
        #expect(read.address == settings.address)
        #expect(read.authority == authority)
        for length in bytes.indices {
            #expect(throws: MirrorConfiguration.Problem.malformed) {
                try MirrorConfiguration(SecretBytes(bytes[..<length]))
            }
        }
        #expect(throws: MirrorConfiguration.Problem.malformed) {
            try MirrorConfiguration(SecretBytes(bytes + [0]))
        }
    }

    /// An address that users may not write is not read either.
    @Test(arguments: [
        ("mirror+http://a/b", .readable("http://a:80")), ("https://a", .server("https://a")),
        ("mirror+https://u:p@a/", MirrorConfiguration.Problem.userInAddress),
        ("mirror+https://a/..", .path),
    ])
    func haveCheckedAddresses(_ text: String, _ problem: MirrorConfiguration.Problem) {
        var writer = SecretEncoder()
        writer.integer(UInt8(2))
        writer.sized(text.utf8)
        writer.sized([])
        #expect(throws: problem) { try MirrorConfiguration(writer.finished()) }
    }

    @Test func haveAnAddressThatIsText() {
        var writer = SecretEncoder()
        writer.integer(UInt8(2))
        writer.sized([0xFF])
        writer.sized([])
        #expect(throws: MirrorConfiguration.Problem.malformed) {
            try MirrorConfiguration(writer.finished())
        }
    }

    /// The longest settings, with the message that they come in, are what the helper takes.
    @Test func haveALimit() throws {
        let host = String(repeating: "a", count: 255 - "https://:443".utf8.count)
        let path = String(repeating: "p", count: 253)
        let most = MirrorConfiguration.longestAuthority
        let long = try settings(
            "mirror+https://\(host)/\(path)",
            [UInt8](repeating: 1, count: most)
        )
        #expect(EngineRequest.begin(long.encoded).encoded.count <= MirrorConfiguration.longest)
        #expect(throws: MirrorConfiguration.Problem.authority) {
            try settings("mirror+https://a/b", [UInt8](repeating: 1, count: most + 1))
        }
    }

    /// The helper is given both kinds in the same place.
    @Test func areToldFromThoseOfClusters() throws {
        let cluster = try EtcdConfiguration(endpoints: ["http://localhost:1"], prefix: "/v/")
        #expect(throws: MirrorConfiguration.Problem.malformed) {
            try MirrorConfiguration(cluster.encoded)
        }
        let mirror = try settings().encoded
        #expect(throws: EtcdConfiguration.Problem.malformed) { try EtcdConfiguration(mirror) }
        // By the first byte alone, whatever the others are.
        for version in UInt8.min...UInt8.max where version != 2 {
            let other = [version] + bytes(try settings()).dropFirst()
            #expect(throws: MirrorConfiguration.Problem.malformed) {
                try MirrorConfiguration(SecretBytes(other))
            }
        }
    }
}
