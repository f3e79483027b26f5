@_spi(Keepers) package import PortableKeychain

/// Answers requests with the security keys that are connected.
package struct FIDO2Service: Sendable {
    /// Whether this program was built with the trait `FIDO2`.
    package static var isSupported: Bool {
        #if FIDO2 && os(Linux)
            true
        #else
            false
        #endif
    }

    #if FIDO2 && os(Linux)
        private let source: FIDO2Source
        /// The time, in milliseconds, that the user has for a touch.
        private let patience: Int32
        private let entropy: KeychainEntropy

        package init(_ source: FIDO2Source = .system, patience: Int32 = 60_000) {
            self.source = source
            self.patience = patience
            entropy = .system
        }
    #else
        package init() {}
    #endif

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - waiting: Called before each touch that the user has to give, with a function that stops
    ///     the waiting.
    /// - Returns: The answer, which can be a failure.
    package func answer(
        _ request: FIDO2Request,
        waiting: (@escaping @Sendable () -> Void) -> Void
    ) -> FIDO2Answer {
        #if FIDO2 && os(Linux)
            do throws(FIDO2Failure) {
                switch request {
                case .list: return .devices(devices())
                case .enroll(let enrollment): return try enroll(enrollment, waiting)
                case .derive(let candidates, let pin):
                    return try derive(candidates, pin, waiting)
                }
            } catch {
                return .failed(error)
            }
        #else
            return .failed(FIDO2Failure(.notSupported))
        #endif
    }
}

#if FIDO2 && os(Linux)
    extension FIDO2Service {
        private typealias Waiting = (@escaping @Sendable () -> Void) -> Void

        private func devices() -> [FIDO2Device] {
            source.places().map { place in
                let abilities = try? FIDO2Authenticator(place.name, in: source).abilities()
                return FIDO2Device(name: place.name, product: place.product, abilities: abilities)
            }
        }

        private func enroll(
            _ enrollment: FIDO2Enrollment,
            _ waiting: Waiting
        ) throws(FIDO2Failure) -> FIDO2Answer {
            let name = try device(enrollment.device)
            let authenticator = try FIDO2Authenticator(name, in: source)
            let abilities = try authenticator.abilities()
            guard abilities.contains(.derivesSecrets) else { throw FIDO2Failure(.noHMACSecret) }
            if enrollment.requiresPIN {
                guard abilities.contains(.hasPIN) else { throw FIDO2Failure(.pinNotSet) }
            }
            // Before the first touch, so that the person is asked for the PIN first.
            if enrollment.pin == nil, abilities.contains(.hasPIN) {
                let isOptional = try authenticator.makesCredentialsWithoutPIN()
                guard isOptional, !enrollment.requiresPIN else { throw FIDO2Failure(.pinRequired) }
            }
            waiting { authenticator.cancel() }
            let credential = try authenticator.makeCredential(
                user: entropy.bytes(32),
                besides: enrollment.known,
                pin: enrollment.pin,
                within: patience
            )
            // The touch for the credential does not count for the secret.
            waiting { authenticator.cancel() }
            let secret = try authenticator.secret(
                of: credential,
                salt: enrollment.salt,
                pin: enrollment.requiresPIN ? enrollment.pin : nil,
                within: patience
            )
            return .enrolled(credential: credential, secret: secret)
        }

        private func device(_ name: String?) throws(FIDO2Failure) -> String {
            let names = source.places().map(\.name)
            if let name {
                guard names.contains(name) else { throw FIDO2Failure(.noDevice) }
                return name
            }
            guard let first = names.first else { throw FIDO2Failure(.noDevice) }
            guard names.count == 1 else { throw FIDO2Failure(.severalDevices) }
            return first
        }

        private func derive(
            _ candidates: [FIDO2Candidate],
            _ pin: SecretBytes?,
            _ waiting: Waiting
        ) throws(FIDO2Failure) -> FIDO2Answer {
            let (authenticator, index) = try holder(of: candidates)
            let candidate = candidates[index]
            // Before the touch, so that the person is asked for the PIN first.
            guard !candidate.requiresPIN || pin != nil else { throw FIDO2Failure(.pinRequired) }
            waiting { authenticator.cancel() }
            let secret = try authenticator.secret(
                of: candidate.credential,
                salt: candidate.salt,
                pin: candidate.requiresPIN ? pin : nil,
                within: patience
            )
            return .derived(index, secret: secret)
        }

        /// The security key that made one of the credentials: one that says so, or else one that
        /// does not say it without a touch.
        private func holder(
            of candidates: [FIDO2Candidate]
        ) throws(FIDO2Failure) -> (FIDO2Authenticator, Int) {
            var possible: (FIDO2Authenticator, Int)?
            var failure = FIDO2Failure(.noDevice)
            for place in source.places() {
                do throws(FIDO2Failure) {
                    let authenticator = try FIDO2Authenticator(place.name, in: source)
                    for (index, candidate) in candidates.enumerated() {
                        switch try authenticator.holds(candidate.credential) {
                        case true?: return (authenticator, index)
                        case nil where possible == nil: possible = (authenticator, index)
                        default: break
                        }
                    }
                    failure = FIDO2Failure(.otherDevice)
                } catch {
                    // Another device may be the right one; that this one failed is worth saying.
                    failure = error
                }
            }
            guard let possible else { throw failure }
            return possible
        }
    }
#endif
