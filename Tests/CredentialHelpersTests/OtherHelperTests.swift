import Foundation
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import CredentialHelpers

/// The answers to docker, cargo and AWS programs, and the items that are stored for them.
@Suite struct OtherHelperTests {
    private let bench: HelperBench

    init() throws { bench = try HelperBench() }

    // MARK: The keychain

    /// Only the default keychain may not be there yet.
    @Test(arguments: [(true, true), (false, false)])
    func aKeychainThatIsNotThere(_ isStandard: Bool, _ isEmpty: Bool) throws {
        let helper = HelperKeychain(
            isStandard: isStandard,
            open: { throw KeychainError(.noSuchKeychain) },
            openToStore: { [bench] in bench.keychain }
        )
        if isEmpty {
            #expect(try helper.store() == nil)
        } else {
            #expect(throws: KeychainError(.noSuchKeychain)) { try helper.store() }
        }
        _ = try helper.storeToWrite()
        let broken = HelperKeychain(
            isStandard: isStandard,
            open: { throw KeychainError(.corrupt) },
            openToStore: { throw KeychainError(.corrupt) }
        )
        #expect(throws: KeychainError(.corrupt), "it may have the password") { try broken.store() }
    }

    // MARK: docker

    private var docker: DockerHelper { DockerHelper(bench.helper) }

    private func credential(_ server: String, _ user: String, _ secret: String) -> DockerCredential
    {
        DockerCredential(serverURL: server, username: user, secret: SecretBytes(utf8: secret))
    }

    @Test func aRegistryHasOneUser() throws {
        try docker.store(credential("https://a.example/v1/", "me", "p"))
        try docker.store(credential("https://a.example/v1/", "you", "q"))
        let found = try docker.get("https://a.example/v1/")
        #expect(found.username == "you" && found.secret.string() == "q")
        #expect(try bench.items(.internetPassword).count == 1, "the former user's is gone")
        try docker.store(credential("https://a.example/v1/", "you", "r"))
        #expect(try docker.get("a.example/v1/").secret.string() == "r")
        // Two names that are equal strings in Swift.
        for user in ["caf\u{e9}", "cafe\u{301}"] {
            try docker.store(credential("https://a.example/v1/", user, "s"))
            let stored = try docker.get("a.example/v1/").username
            #expect(stored.utf8.elementsEqual(user.utf8))
        }
        for other in ["http://a.example/v1/", "https://a.example/v2/", "https://a.example:1/v1/"] {
            #expect(throws: DockerProblem.notFound) { try docker.get(other) }
        }
        try docker.erase("https://a.example/v1/")
        try docker.erase("https://a.example/v1/")
        #expect(throws: DockerProblem.notFound) { try docker.get("https://a.example/v1/") }
    }

    /// The password of a web page is not docker's, and stays.
    @Test func otherPasswordsOfAHostAreNotDockers() throws {
        var page = try RegistryAddress("https://a.example").attributes
        page[.account] = .string("me")
        page[.label] = .string("a page")
        try bench.add(.internetPassword, page, "p")
        #expect(throws: DockerProblem.notFound) { try docker.get("https://a.example") }
        #expect(try docker.list().isEmpty)
        try docker.erase("https://a.example")
        #expect(try bench.items(.internetPassword).count == 1)
    }

    @Test func theListHasEachRegistryOnce() throws {
        try docker.store(credential("https://a.example", "me", "p"))
        var second = try RegistryAddress("https://a.example").attributes
        second[.account] = .string("you")
        second[.label] = .string(DockerHelper.label)
        try bench.add(.internetPassword, second, "q")
        try docker.store(credential("http://b.example:80/x", "you", "r"))
        let list = try docker.list().map { "\($0.0) \($0.1)" }
        #expect(list.sorted() == ["http://b.example:80/x you", "https://a.example me"])
    }

    @Test(arguments: [
        (#"{"ServerURL":"a","Username":"","Secret":"p"}"#, DockerProblem.missingUsername),
        (#"{"ServerURL":"","Username":"me","Secret":"p"}"#, .missingServer),
        (#"{"Username":"me","Secret":"p"}"#, .missingServer),
        (
            #"{"ServerURL":"a","Username":"m\u001be","Secret":"p"}"#,
            .other("the credentials contain control characters")
        ),
        (
            #"{"ServerURL":"a","Username":"me","Secret":"p\u0000"}"#,
            .other("the credentials contain control characters")
        ),
        ("[]", .other("the credentials are not a JSON object with texts")),
    ])
    func refusesCredentialsOfDocker(_ json: String, _ problem: DockerProblem) {
        #expect(throws: problem) { try DockerCredential(json: SecretBytes(utf8: json)) }
    }

    @Test func namesOfOthersAreEscaped() {
        #expect(DockerProblem.unknownAction("\u{1B}[2J").text.utf8.allSatisfy { $0 >= 0x20 })
    }

    // MARK: cargo

    private func cargo(_ kind: String, _ rest: String = "", url: String = "sparse+https://a/")
        -> String
    {
        let line = #"{"v":1,"registry":{"index-url":"\#(url)"},"kind":"\#(kind)"\#(rest)}"#
        do throws(CargoProblem) {
            let request = try CargoRequest(line: SecretBytes(utf8: line))
            let helper = CargoHelper(bench.helper) { _ in SecretBytes(utf8: "asked") }
            return helper.answer(request).line
        } catch { return error.json.line }
    }

    @Test func cargoLogsInAndOut() {
        #expect(cargo("get").contains("not-found"))
        #expect(cargo("login", #","token":"t0ken""#).contains(#""Ok""#))
        #expect(cargo("get").contains(#""token":"t0ken""#))
        #expect(cargo("get", url: "sparse+https://b/").contains("not-found"))
        #expect(cargo("login").contains(#""Ok""#))
        #expect(cargo("get").contains(#""token":"asked""#))
        #expect(cargo("logout").contains(#""Ok""#))
        #expect(cargo("logout").contains("not-found"))
        #expect(cargo("publish").contains("operation-not-supported"))
    }

    @Test(arguments: [#""""#, #""a b""#, #""a\u0007""#, #""é""#])
    func tokensThatNoHeaderTakesAreRefused(_ token: String) {
        #expect(cargo("login", #","token":"# + token).contains("the token is not valid"))
        #expect(cargo("get").contains("not-found"))
    }

    @Test(arguments: ["", #"https://a\u001b"#, #"https://a\u202e"#])
    func addressesThatNobodyCanReadAreRefused(_ url: String) {
        #expect(cargo("login", #","token":"t""#, url: url).contains("url-not-supported"))
    }

    @Test(arguments: [
        (#","args":["--keychain","--help"]"#, "there is no keychain with this name"),
        (#","args":["--keychains","work"]"#, "the only argument of this provider"),
        (#","args":["--keychain"]"#, "the only argument of this provider"),
        (#","args":[1]"#, "not the JSON"),
    ])
    func argumentsThatMeanNothingAreRefused(_ rest: String, _ words: String) {
        #expect(cargo("get", rest).contains(words))
    }

    @Test func anotherVersionOfTheProtocolIsRefused() {
        let line = #"{"v":2,"registry":{"index-url":"a"},"kind":"get"}"#
        #expect(throws: CargoProblem.other("unsupported protocol version 2")) {
            try CargoRequest(line: SecretBytes(utf8: line))
        }
    }

    // MARK: AWS

    private func keys(_ expiration: String) throws -> AWSCredentials {
        let json =
            #"{"AccessKeyId":"A","SecretAccessKey":"s","SessionToken":"t","Expiration":"\#(expiration)"}"#
        return try AWSCredentials(json: SecretBytes(utf8: json))
    }

    @Test func keysAreOfOneProfileAndEnd() throws {
        let (work, home) = (
            AWSHelper(bench.helper, profile: "work"), AWSHelper(bench.helper, profile: "home")
        )
        let end = Date(timeIntervalSince1970: 1_896_091_200)  // 2030-01-31, 12 o'clock
        try work.set(keys("2030-01-31T12:00:00Z"))
        #expect(try work.get(at: end - 1).accessKeyID == "A")
        #expect(throws: Failure.self) { try work.get(at: end) }
        #expect(throws: KeychainError(.itemNotFound)) { try home.get(at: end - 1) }
        #expect(throws: KeychainError(.itemNotFound)) { try home.delete() }
        try work.set(keys("2031-01-31T12:00:00Z"))
        #expect(try work.get(at: end).accessKeyID == "A")
        #expect(try bench.items(.genericPassword).count == 1)
        try work.delete()
        #expect(throws: KeychainError(.itemNotFound)) { try work.delete() }
    }

    // MARK: Lines

    /// The lines of a file, and then the error or the end.
    private func lines(_ bytes: [UInt8]) throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(bytes).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let file = try FileHandle(forReadingFrom: path)
        let reader = LineReader(file.fileDescriptor)
        var lines: [String] = []
        do {
            while let line = try reader.next() { lines.append(line.string() ?? "") }
        } catch {
            lines.append(error.problem)
        }
        return lines
    }

    @Test(
        arguments: [
            ([], []), (Array("a\n\nb".utf8), ["a", "", "b"]),
            (Array("a\nb\0".utf8), ["a", "the input contains a zero byte"]),
            ([0xFF, 0x0A], ["the input is not UTF-8 text"]),
            (
                Array("a\n".utf8) + [UInt8](repeating: 0x62, count: LineReader.limit),
                ["a", "the input is longer than \(LineReader.limit) bytes"]
            ),
        ] as [([UInt8], [String])]
    )
    func readsLines(_ bytes: [UInt8], _ found: [String]) throws {
        #expect(try lines(bytes) == found)
    }
}
