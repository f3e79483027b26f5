import PortableKeychain
import Testing

@Suite struct FIDO2MessageTests {
    private static let salt = [UInt8](repeating: 3, count: 32)
    private static let secret = SecretBytes([UInt8](repeating: 4, count: 32))

    private static let requests: [FIDO2Request] = [
        .list,
        .enroll(FIDO2Enrollment(salt: salt, requiresPIN: false)),
        .enroll(
            FIDO2Enrollment(
                device: "/dev/hidraw3",
                salt: salt,
                requiresPIN: true,
                pin: SecretBytes(utf8: "1234"),
                known: [[1], [UInt8](repeating: 5, count: 1_000)]
            )
        ),
        .derive(
            [
                FIDO2Candidate(credential: [1, 2], salt: salt, requiresPIN: false),
                FIDO2Candidate(credential: [3], salt: salt, requiresPIN: true),
            ],
            pin: SecretBytes([UInt8](repeating: 0x31, count: 63))
        ),
    ]

    private static let answers: [FIDO2Answer] =
        [
            .touch, .devices([]),
            .devices([
                FIDO2Device(name: "/dev/hidraw3", product: "Key", abilities: [.hasPIN]),
                FIDO2Device(name: "/dev/hidraw4", product: "", abilities: nil),
            ]),
            .enrolled(credential: [1, 2, 3], secret: secret), .derived(15, secret: secret),
            .failed(FIDO2Failure(.wrongPIN, detail: 7)),
        ] + FIDO2Failure.Cause.allCases.map { .failed(FIDO2Failure($0)) }

    private static func bytes(_ message: SecretBytes) -> [UInt8] {
        message.withUnsafeBytes { Array($0) }
    }

    private static func request(_ bytes: [UInt8]) throws -> FIDO2Request {
        try bytes.withUnsafeBytes { try FIDO2Request($0) }
    }

    private static func answer(_ bytes: [UInt8]) throws -> FIDO2Answer {
        try bytes.withUnsafeBytes { try FIDO2Answer($0) }
    }

    /// A message is read as it was written.
    @Test func aMessageIsReadAsItWasWritten() throws {
        for request in Self.requests {
            let written = Self.bytes(request.encoded)
            #expect(Self.bytes(try Self.request(written).encoded) == written)
            #expect(written.count <= FIDO2Request.longestMessage)
        }
        for answer in Self.answers {
            let written = Self.bytes(answer.encoded)
            #expect(Self.bytes(try Self.answer(written).encoded) == written)
        }
    }

    /// A message that is cut or too long is refused.
    @Test func aMessageThatIsCutOrTooLongIsRefused() {
        for written in Self.requests.map({ Self.bytes($0.encoded) }) {
            for count in 0..<written.count {
                let cut = Array(written[..<count])
                #expect(throws: FIDO2Failure(.malformed)) { try Self.request(cut) }
            }
            #expect(throws: FIDO2Failure(.malformed)) { try Self.request(written + [0]) }
        }
        for written in Self.answers.map({ Self.bytes($0.encoded) }) {
            for count in 0..<written.count {
                let cut = Array(written[..<count])
                #expect(throws: FIDO2Failure(.unspeakable)) { try Self.answer(cut) }
            }
            #expect(throws: FIDO2Failure(.unspeakable)) { try Self.answer(written + [0]) }
        }
    }

    /// An answer out of its limits is refused.
    @Test(arguments: [
        [2, 1], [1, 0], [1, 6], [1, 2, 17], [1, 5, 0, 0], [1, 5, 20, 0],
        // A device with abilities that do not exist.
        [1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4],
        // A name that is not UTF-8, and one that is longer than the message.
        [1, 2, 1, 0, 0, 0, 1, 0xFF, 0, 0, 0, 0, 1], [1, 2, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0],
        // No credential.
        [1, 3, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 32),
        // A candidate that no request can have.
        [1, 4, 16] + [UInt8](repeating: 0, count: 32),
    ])
    func anAnswerOutOfItsLimitsIsRefused(bytes: [UInt8]) {
        #expect(throws: FIDO2Failure(.unspeakable)) { try Self.answer(bytes) }
    }

    /// A request out of its limits is refused.
    @Test(arguments: [
        [2, 1], [1, 0], [1, 4],
        // No candidates, and more than there can be.
        [1, 3, 0, 0, 0, 0, 0], [1, 3, 0, 0, 0, 0, 17],
        // A PIN of 64 bytes.
        [1, 3, 0, 0, 0, 64] + [UInt8](repeating: 0x31, count: 64) + [0],
        // A flag that is neither no nor yes.
        [1, 2, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 32) + [2, 0, 0, 0, 0, 0],
    ])
    func aRequestOutOfItsLimitsIsRefused(bytes: [UInt8]) {
        #expect(throws: FIDO2Failure(.malformed)) { try Self.request(bytes) }
    }
}
