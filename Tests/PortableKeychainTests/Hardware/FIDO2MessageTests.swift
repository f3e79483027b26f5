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
        try FIDO2Request(SecretBytes(bytes))
    }

    private static func answer(_ bytes: [UInt8]) throws -> FIDO2Answer {
        try FIDO2Answer(SecretBytes(bytes))
    }

    /// A message is read as it was written.
    @Test func aMessageIsReadAsItWasWritten() throws {
        for request in Self.requests {
            let written = Self.bytes(request.encoded)
            #expect(Self.bytes(try Self.request(written).encoded) == written)
            #expect(written.count <= FIDO2Request.limits.message)
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

    private static func message(_ word: UInt8, _ parts: [[UInt8]]) throws -> [UInt8] {
        var writer = HelperWriter(word)
        for part in parts { writer.add(part) }
        return bytes(try #require(writer.finished(within: FIDO2Request.limits)))
    }

    private static let zeroes = [UInt8](repeating: 0, count: 32)

    /// An answer out of its limits is refused.
    @Test(
        arguments: [
            // A kind that does not exist, a part too many, and one too few.
            (0, []), (6, []), (1, [[]]), (3, [[1]]),
            // More devices than there can be, and one without a part.
            (2, [[UInt8]](repeating: [3], count: 51)), (2, [[], []]),
            // A device with abilities that do not exist.
            (2, [[], [], [4]]),
            // A name that is not UTF-8, and one that is too long.
            (2, [[0xFF], [], [1]]), (2, [[UInt8](repeating: 0x61, count: 257), [], [1]]),
            // No credential, and a secret that is too short.
            (3, [[], zeroes]), (3, [[1], [0]]),
            // A candidate that no request can have.
            (4, [[16], zeroes]),
            // A failure that does not exist.
            (5, [[0], [0]]), (5, [[20], [0]]),
        ] as [(UInt8, [[UInt8]])]
    )
    func anAnswerOutOfItsLimitsIsRefused(_ word: UInt8, _ parts: [[UInt8]]) throws {
        let message = try Self.message(word, parts)
        #expect(throws: FIDO2Failure(.unspeakable)) { try Self.answer(message) }
    }

    /// A request out of its limits is refused.
    @Test(
        arguments: [
            (0, []), (4, []), (1, [[]]),
            // No candidates, and more than there can be.
            (3, [[]]),
            (3, [[]] + (0..<17).flatMap { _ in [zeroes, [0], [1]] }),
            // A PIN of 64 bytes.
            (3, [[UInt8](repeating: 0x31, count: 64), zeroes, [0], [1]]),
            // A flag that is neither no nor yes.
            (2, [[], zeroes, [2], []]),
            // A salt that is too short, and a credential of no bytes.
            (2, [[], [0], [0], []]), (2, [[], zeroes, [0], [], []]),
        ] as [(UInt8, [[UInt8]])]
    )
    func aRequestOutOfItsLimitsIsRefused(_ word: UInt8, _ parts: [[UInt8]]) throws {
        let message = try Self.message(word, parts)
        #expect(throws: FIDO2Failure(.malformed)) { try Self.request(message) }
    }
}
