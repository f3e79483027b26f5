internal import Crypto
package import PortableKeychain

/// The secret of one-time codes, with the parameters from which a code is computed (RFC 4226, RFC
/// 6238).
package struct OneTimeKey {
    /// The value that changes each code.
    package enum Moving: Equatable, Sendable {
        /// The time, in steps of so many seconds.
        case time(period: Int)
        /// A number, which each code raises.
        case counter(UInt64)
    }

    /// The hash of the HMAC.
    package enum Algorithm: String, CaseIterable, Sendable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// The length of the secret that RFC 4226 demands is 16 bytes; many services use 10.
    package static let secretLengths = 1...1024
    package static let digitCounts = 6...10
    package static let periods = 1...3600

    package let secret: SecretBytes
    package var algorithm = Algorithm.sha1
    package var digits = 6
    package var moving = Moving.time(period: 30)

    /// Makes a key with the parameters that nearly all services use.
    ///
    /// - Parameter secret: The secret, 1 to 1,024 bytes.
    package init(_ secret: SecretBytes) { self.secret = secret }

    /// A code, and for how long it is the present one.
    package struct Code: Sendable {
        /// The digits, in ASCII.
        package let text: SecretBytes
        /// The seconds until the next code; `nil` if it does not depend on the time.
        package let secondsLeft: Int?

        package init(text: SecretBytes, secondsLeft: Int?) {
            self.text = text
            self.secondsLeft = secondsLeft
        }
    }

    /// The code at a time.
    ///
    /// - Parameter clock: The clock; a code by counter does not depend on it.
    /// - Returns: The code.
    package func code(_ clock: KeychainClock = .system) -> Code {
        code(at: clock.now() + Self.secondsBefore2001)
    }

    /// The seconds from 1970, where the steps begin, to 2001, where the clock does.
    private static let secondsBefore2001 = 978_307_200.0

    /// The code at a time in seconds since 1970.
    func code(at seconds: Double) -> Code {
        switch moving {
        case .counter(let counter): return Code(text: text(counter), secondsLeft: nil)
        case .time(let period):
            // Negative before 1970, which no working clock says.
            let whole = UInt64(max(0, seconds))
            let step = UInt64(period)
            return Code(text: text(whole / step), secondsLeft: Int(step - whole % step))
        }
    }

    /// RFC 4226 §5.3.
    private func text(_ counter: UInt64) -> SecretBytes {
        let message = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
        let key = secret.withUnsafeBytes { SymmetricKey(data: $0) }
        let number =
            switch algorithm {
            case .sha1:
                Self.truncated(
                    HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key)
                )
            case .sha256:
                Self.truncated(HMAC<SHA256>.authenticationCode(for: message, using: key))
            case .sha512:
                Self.truncated(HMAC<SHA512>.authenticationCode(for: message, using: key))
            }
        return SecretBytes(count: digits) { room in
            var rest = number
            for index in room.indices.reversed() {
                room[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
    }

    private static func truncated(_ code: some MessageAuthenticationCode) -> UInt32 {
        let bytes = Array(code)
        let offset = Int((bytes.last ?? 0) & 0x0F)
        return bytes[offset...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }
}
