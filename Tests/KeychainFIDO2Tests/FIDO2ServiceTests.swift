#if FIDO2 && os(Linux)
    import KeychainFIDO2
    import PortableKeychain
    import SoftwareAuthenticator
    import Synchronization
    import Testing

    /// Through libfido2 to a security key in software, and back.
    @Suite struct FIDO2ServiceTests {
        static let salt: [UInt8] = (0..<32).map { UInt8($0) }

        /// A security key with a name that no other test has.
        struct Desk {
            let service: FIDO2Service
            let keys: [SoftwareAuthenticator]
            let names: [String]

            init(_ behaviors: [Behavior] = [Behavior()], patience: Int32 = 20_000) {
                keys = behaviors.indices.map { index in
                    let seed = (0..<32).map { _ in UInt8.random(in: 0...255) }
                    return SoftwareAuthenticator(seed: seed, behaviors[index])
                }
                names = behaviors.map { _ in "key-\(UInt64.random(in: 0...UInt64.max))" }
                let source = SoftwareSource.source(Array(zip(names, keys)))
                service = FIDO2Service(source, patience: patience)
            }

            func answer(_ request: FIDO2Request) -> FIDO2Answer {
                service.answer(request) { _ in }
            }

            func enroll(
                pin: String? = nil,
                requiresPIN: Bool = false,
                known: [[UInt8]] = [],
                device: Int? = nil
            ) throws -> (credential: [UInt8], secret: SecretBytes) {
                let enrollment = FIDO2Enrollment(
                    device: device.map { names[$0] },
                    salt: salt,
                    requiresPIN: requiresPIN,
                    pin: pin.map { SecretBytes(utf8: $0) },
                    known: known
                )
                switch answer(.enroll(enrollment)) {
                case .enrolled(let credential, let secret): return (credential, secret)
                case .failed(let failure): throw failure
                default: throw FIDO2Failure(.unspeakable)
                }
            }

            func derive(
                _ credentials: [[UInt8]],
                salt: [UInt8] = FIDO2ServiceTests.salt,
                pin: String? = nil,
                requiresPIN: Bool = false
            ) throws -> (index: Int, secret: SecretBytes) {
                let candidates = credentials.map {
                    FIDO2Candidate(credential: $0, salt: salt, requiresPIN: requiresPIN)
                }
                let pin = pin.map { SecretBytes(utf8: $0) }
                switch answer(.derive(candidates, pin: pin)) {
                case .derived(let index, let secret): return (index, secret)
                case .failed(let failure): throw failure
                default: throw FIDO2Failure(.unspeakable)
                }
            }
        }

        /// Equal salts give equal secrets, and others give others.
        @Test(arguments: [[1], [2], [2, 1]], [true, false])
        func equalSaltsGiveEqualSecretsAndOthersGiveOthers(
            protocols: [Int],
            hasPermissions: Bool
        ) throws {
            var behavior = Behavior()
            behavior.protocols = protocols
            behavior.hasPermissions = hasPermissions
            let desk = Desk([behavior])
            let (credential, secret) = try desk.enroll()
            let again = try desk.derive([credential])
            #expect(again.index == 0)
            #expect(again.secret.matches(secret))
            let expected = SoftwareAuthenticator.secret(
                desk.keys[0].seed,
                credential,
                salt: Self.salt,
                isVerified: false
            )
            #expect(secret.matches(SecretBytes(expected)))
            let other = try desk.derive([credential], salt: Self.salt.reversed())
            #expect(!other.secret.matches(secret))
            let second = try desk.enroll()
            #expect(second.credential != credential)
            #expect(!second.secret.matches(secret))
        }

        /// The PIN gives another secret, and its tries are counted.
        @Test(arguments: [[1], [2]], [true, false])
        func thePINGivesAnotherSecretAndItsTriesAreCounted(
            protocols: [Int],
            hasPermissions: Bool
        ) throws {
            var behavior = Behavior()
            behavior.pin = "2580"
            behavior.protocols = protocols
            behavior.hasPermissions = hasPermissions
            let desk = Desk([behavior])
            // With a PIN set, a credential needs it, also one that is used without.
            #expect(throws: FIDO2Failure(.pinRequired)) { try desk.enroll() }
            let plain = try desk.enroll(pin: "2580")
            #expect(try desk.derive([plain.credential]).secret.matches(plain.secret))
            let guarded = try desk.enroll(pin: "2580", requiresPIN: true)
            let wanted = { try desk.derive([guarded.credential], pin: $0, requiresPIN: true) }
            #expect(throws: FIDO2Failure(.pinRequired)) { try wanted(nil) }
            #expect(try wanted("2580").secret.matches(guarded.secret))
            #expect(
                try !desk.derive([guarded.credential]).secret.matches(guarded.secret),
                "without the PIN it is another secret"
            )
            #expect(throws: FIDO2Failure(.wrongPIN, detail: 7)) { try wanted("0000") }
            #expect(throws: FIDO2Failure(.wrongPIN, detail: 6)) { try wanted("2581") }
            #expect(throws: FIDO2Failure(.pinPaused)) { try wanted("2581") }
            #expect(throws: FIDO2Failure(.pinPaused)) { try wanted("2580") }
            #expect(desk.keys[0].behavior.triesLeft == 5, "a paused PIN costs no try")
            desk.keys[0].behavior.wrongInARow = 0
            #expect(try wanted("2580").secret.matches(guarded.secret))
            desk.keys[0].behavior.triesLeft = 1
            #expect(throws: FIDO2Failure(.pinBlocked)) { try wanted("0000") }
            #expect(throws: FIDO2Failure(.pinBlocked)) { try wanted("2580") }
        }

        /// A security key without a PIN gets no slot that requires one.
        @Test func aSecurityKeyWithoutAPINGetsNoSlotThatRequiresOne() {
            let desk = Desk()
            #expect(throws: FIDO2Failure(.pinNotSet)) {
                try desk.enroll(pin: "2580", requiresPIN: true)
            }
        }

        /// The security key that made the credential is found among others.
        @Test(arguments: [false, true])
        func theSecurityKeyThatMadeTheCredentialIsFoundAmongOthers(
            refusesSilence: Bool
        ) throws {
            var behavior = Behavior()
            behavior.refusesSilence = refusesSilence
            let desk = Desk([Behavior(), behavior, Behavior()])
            #expect(throws: FIDO2Failure(.severalDevices)) { try desk.enroll() }
            let mine = try desk.enroll(device: 1)
            let foreign = try Desk().enroll()
            let found = try desk.derive(
                refusesSilence ? [mine.credential] : [foreign.credential, mine.credential]
            )
            #expect(found.index == (refusesSilence ? 0 : 1))
            #expect(found.secret.matches(mine.secret))
            #expect(throws: FIDO2Failure(.otherDevice)) {
                try desk.derive([foreign.credential])
            }
            #expect(throws: FIDO2Failure(.otherDevice)) {
                try Desk().derive([mine.credential])
            }
            #expect(throws: FIDO2Failure(.noDevice)) { try Desk([]).derive([mine.credential]) }
            #expect(throws: FIDO2Failure(.noDevice)) { try Desk([]).enroll() }
            #expect(throws: FIDO2Failure(.enrolledAlready)) {
                try desk.enroll(known: [mine.credential], device: 1)
            }
        }

        /// Without a touch there is no secret.
        @Test(arguments: [
            (Behavior.Touch.declined, FIDO2Failure(.declined)),
            (.tooLate, FIDO2Failure(.noTouch)), (.never, FIDO2Failure(.noTouch)),
        ])
        func withoutATouchThereIsNoSecret(
            touch: Behavior.Touch,
            failure: FIDO2Failure
        ) throws {
            let desk = Desk(patience: touch == .never ? 400 : 20_000)
            let (credential, secret) = try desk.enroll()
            desk.keys[0].behavior.touch = touch
            #expect(throws: failure) { try desk.derive([credential]) }
            #expect(throws: failure) { try desk.enroll() }
            desk.keys[0].behavior.touch = .given
            #expect(try desk.derive([credential]).secret.matches(secret))
        }

        /// Waiting for a touch can be stopped.
        @Test func waitingForATouchCanBeStopped() throws {
            let desk = Desk(patience: 60_000)
            let (credential, _) = try desk.enroll()
            desk.keys[0].behavior.touch = .never
            let candidate = FIDO2Candidate(
                credential: credential,
                salt: Self.salt,
                requiresPIN: false
            )
            let start = ContinuousClock.now
            let answer = desk.service.answer(.derive([candidate], pin: nil)) { cancel in
                BackgroundThreads.shared.run {
                    // Not before the request was sent.
                    let moment = ContinuousClock.now + .milliseconds(300)
                    while ContinuousClock.now < moment {}
                    cancel()
                }
            }
            guard case .failed(let failure) = answer else {
                Issue.record("it answered")
                return
            }
            #expect(failure == FIDO2Failure(.declined))
            #expect(ContinuousClock.now - start < .seconds(20))
        }

        /// An answer of the wrong form is an error and no secret.
        @Test(arguments: [
            (Behavior.Fault.garbage, [FIDO2Failure.Cause.lost, .other]), (.otherChannel, [.lost]),
            (.half, [.lost]), (.closed, [.unreachable]), (.removed, [.lost]),
            (.noSecret, [.noHMACSecret]), (.shortSecret, [.noHMACSecret, .lost, .other]),
        ])
        func whatIsNoProperAnswerIsAnErrorAndNoSecret(
            fault: Behavior.Fault,
            causes: [FIDO2Failure.Cause]
        ) throws {
            let desk = Desk()
            let (credential, _) = try desk.enroll()
            desk.keys[0].behavior.fault = fault
            let failure = #expect(throws: FIDO2Failure.self) { try desk.derive([credential]) }
            #expect(causes.contains(failure?.cause ?? .malformed), "\(String(describing: failure))")
            #expect(throws: FIDO2Failure.self) { try desk.enroll() }
        }

        /// A slow security key is waited for.
        @Test func aSlowSecurityKeyIsWaitedFor() throws {
            var behavior = Behavior()
            behavior.delay = 120
            let desk = Desk([behavior])
            let (credential, secret) = try desk.enroll()
            #expect(try desk.derive([credential]).secret.matches(secret))
        }

        /// A security key that derives no secrets is refused before a touch.
        @Test func aSecurityKeyThatDerivesNoSecretsIsRefusedBeforeATouch() {
            var behavior = Behavior()
            behavior.hasHMACSecret = false
            behavior.touch = .never
            #expect(throws: FIDO2Failure(.noHMACSecret)) { try Desk([behavior]).enroll() }
        }

        /// Connected security keys are listed with their abilities.
        @Test func connectedSecurityKeysAreListedWithWhatTheyCanDo() {
            var guarded = Behavior()
            guarded.pin = "1234"
            var older = Behavior()
            older.hasHMACSecret = false
            var closed = Behavior()
            closed.fault = .closed
            let desk = Desk([guarded, older, closed])
            guard case .devices(let devices) = desk.answer(.list) else {
                Issue.record("no list")
                return
            }
            #expect(devices.map(\.name) == desk.names)
            #expect(devices.map(\.abilities) == [[.derivesSecrets, .hasPIN], [], nil])
            #expect(devices[0].product.hasPrefix("Software"))
        }

        /// Each touch is announced, and a PIN is asked for before it.
        @Test func eachTouchIsAnnouncedAndAPINIsAskedForBeforeIt() throws {
            var behavior = Behavior()
            behavior.pin = "1234"
            let desk = Desk([behavior])
            let touches = { (request: FIDO2Request) in
                let count = Mutex(0)
                _ = desk.service.answer(request) { _ in count.withLock { $0 += 1 } }
                return count.withLock { $0 }
            }
            var enrollment = FIDO2Enrollment(salt: Self.salt, requiresPIN: true)
            #expect(touches(.enroll(enrollment)) == 0)
            enrollment.requiresPIN = false
            #expect(touches(.enroll(enrollment)) == 0, "many want it for each new credential")
            desk.keys[0].behavior.makesCredentialsWithoutPIN = true
            #expect(touches(.enroll(enrollment)) == 2)
            desk.keys[0].behavior.makesCredentialsWithoutPIN = false
            enrollment.requiresPIN = true
            enrollment.pin = SecretBytes(utf8: "1234")
            #expect(touches(.enroll(enrollment)) == 2)
            let (credential, _) = try desk.enroll(pin: "1234", requiresPIN: true)
            let candidate = FIDO2Candidate(
                credential: credential,
                salt: Self.salt,
                requiresPIN: true
            )
            #expect(touches(.derive([candidate], pin: nil)) == 0)
            #expect(touches(.derive([candidate], pin: SecretBytes(utf8: "1234"))) == 1)
        }
    }
#endif
