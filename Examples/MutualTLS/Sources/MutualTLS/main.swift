import AsyncHTTPClient
import Foundation
import KeychainNIOSSL
import KeychainTesting
import NIOSSL
import PortableKeychain

// Yours would be `Keychain.default`; these are gone when the program ends. The client's keychain has
// a token, here one in software, which a private key never leaves.
let ours = try DemoAuthority("Our authority")
let serverKeychain = try Keychain.inMemory()
var configuration = Keychain.Configuration()
configuration.token = SoftwareToken()
let clientKeychain = try Keychain.inMemory(configuration)
try clientKeychain.setPasscode(SecretBytes(utf8: "correct horse"))

/// Makes a key, has its certificate issued, and stores both with the root.
func enroll(
    _ name: String,
    at authority: DemoAuthority,
    in keychain: Keychain,
    heldBy holder: KeychainKeys.Holder = .keychain,
    until end: Date = .now + 3600
) throws {
    let key = try keychain.keys.generate(for: KeyItem(tag: name), heldBy: holder)
    let certificate = try authority.certificate(name, for: key, until: end)
    // The private half is there; the root comes with the first identity.
    try keychain.identities.add(
        IdentityMaterial(certificate: certificate, privateKey: key),
        chain: [authority.root],
        for: IdentityItem(tag: name, label: name)
    )
}

try enroll("server", at: ours, in: serverKeychain)
try enroll("worker 7", at: ours, in: clientKeychain, heldBy: .token)
try enroll("worker 6", at: ours, in: clientKeychain, until: .now - 3600)

let roots = try NIOSSLTrustRoots.roots(of: clientKeychain)
let server = try await GreetingServer(
    .makeServerConfigurationWithMTLS(
        identity: .identity(label: "server"),
        in: serverKeychain,
        trustRoots: .roots(of: serverKeychain)
    )
)

/// Asks the server, and prints the outcome.
func ask(
    as description: String,
    _ tls: TLSConfiguration,
    host: String = "localhost"
) async throws -> Bool {
    var settings = HTTPClient.Configuration(tlsConfiguration: tls)
    settings.dnsOverride = [host: "127.0.0.1"]
    settings.timeout.connect = .seconds(3)
    let client = HTTPClient(configuration: settings)
    var answer: String?
    do {
        let request = HTTPClientRequest(url: "https://\(host):\(server.port)/")
        let response = try await client.execute(request, timeout: .seconds(5))
        answer = String(buffer: try await response.body.collect(upTo: 1024))
    } catch {
        print("refused  \(description): \(error)")
    }
    try await client.shutdown()
    if let answer { print("answered \(description): \(answer)") }
    return answer != nil
}

/// The configuration of a client with an identity of its keychain.
func client(_ label: String, in keychain: Keychain = clientKeychain) throws -> TLSConfiguration {
    var tls = try TLSConfiguration.makeClientConfiguration(
        identity: .identity(label: label),
        in: keychain
    )
    tls.trustRoots = roots
    return tls
}

let worker = try client("worker 7")
let isGreeted = try await ask(as: "worker 7", worker)
precondition(isGreeted)

// The clients that the server does not let in.
var nobody = TLSConfiguration.makeClientConfiguration()
nobody.trustRoots = roots
let isNobodyGreeted = try await ask(as: "a client without a certificate", nobody)
let isLateGreeted = try await ask(as: "an expired certificate", try client("worker 6"))
let otherKeychain = try Keychain.inMemory()
try enroll("worker 8", at: DemoAuthority("Another authority"), in: otherKeychain)
let isOtherGreeted = try await ask(
    as: "a certificate of another authority",
    try client("worker 8", in: otherKeychain)
)

// The servers that the client refuses itself.
let isStranger = try await ask(as: "a server with another name", worker, host: "other.example")
try clientKeychain.lock()
let isLockedGreeted = try await ask(as: "worker 7, whose keychain is locked", worker)
precondition(
    !(isNobodyGreeted || isLateGreeted || isOtherGreeted || isStranger || isLockedGreeted)
)
try clientKeychain.unlock(passcode: SecretBytes(utf8: "correct horse"))
let isGreetedAgain = try await ask(as: "worker 7, unlocked", worker)
precondition(isGreetedAgain)
try await server.close()
