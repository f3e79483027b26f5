package import ForeignCrypto
package import PortableKeychain
internal import SafeText

/// An address of one-time codes, `otpauth://totp/Example:ann?secret=…&issuer=Example`, as QR codes
/// hold it; or only its secret in Base32, as services print it.
///
/// The form is that of the authenticator programs (Key URI Format); no standard defines it.
package struct OneTimeAddress {
    package var key: OneTimeKey
    /// The issuer of the codes; empty if the address does not say it.
    package var issuer = ""
    /// The account that the codes are for; empty if the address does not say it.
    package var account = ""

    private static let longest = 4096

    /// Makes an address.
    package init(_ key: OneTimeKey) { self.key = key }

    /// Reads an address, or a secret in Base32.
    ///
    /// - Throws: ``Failure`` that states the fault, without quoting the text.
    package init(_ text: SecretBytes) throws(Failure) {
        guard text.count <= Self.longest else { throw Self.malformed("it is too long") }
        guard let start = Self.split(text, "://") else {
            key = OneTimeKey(try Self.secret(text))
            return
        }
        let scheme = SecretText.copy(start.before)?.lowercased()
        guard scheme != "steam" else { throw Self.steam }
        guard scheme == "otpauth", let path = Self.split(start.after, "/") else {
            throw Self.malformed("it does not begin with otpauth://totp/ or otpauth://hotp/")
        }
        let query = Self.split(path.after, "?") ?? (path.after, SecretBytes([]))
        let parameters = try Parameters(query.after)
        guard let secret = parameters["secret"] else { throw Self.malformed("it has no secret") }
        guard parameters.text("encoder")?.lowercased() != "steam" else { throw Self.steam }
        key = OneTimeKey(try Self.secret(secret))
        switch SecretText.copy(path.before)?.lowercased() {
        case "totp":
            key.moving = .time(
                period: try parameters.number("period", OneTimeKey.periods) ?? 30
            )
        case "hotp":
            guard let counter = try parameters.number("counter", 0...Int.max - 1) else {
                throw Self.malformed("it has no counter")
            }
            key.moving = .counter(UInt64(counter))
        default: throw Self.malformed("its codes are neither totp nor hotp")
        }
        key.digits = try parameters.number("digits", OneTimeKey.digitCounts) ?? 6
        if let name = parameters.text("algorithm") {
            let plain = name.uppercased().filter { $0 != "-" }
            guard let algorithm = OneTimeKey.Algorithm(rawValue: plain) else {
                throw Self.malformed("its algorithm is not SHA1, SHA256 or SHA512")
            }
            key.algorithm = algorithm
        }
        let label = SecretText.copy(try Parameters.decoded(query.before)) ?? ""
        let names = label.split(separator: ":", maxSplits: 1).map(Self.trimmed)
        account = names.last ?? ""
        issuer = parameters.text("issuer") ?? (names.count == 2 ? names[0] : "")
    }

    /// The address after a code was used; `nil` if the codes depend on the time.
    package var next: OneTimeAddress? {
        guard case .counter(let counter) = key.moving else { return nil }
        var next = self
        next.key.moving = .counter(counter + 1)
        return next
    }

    /// The address as text, for example to store it.
    package var text: SecretBytes {
        var parameters: [SecretText.Piece] = [
            .text("?secret="), .secret(Base32.encoded(key.secret)),
        ]
        if !issuer.isEmpty {
            parameters.append(.text("&issuer=\(PercentEncoding.encoded(issuer))"))
        }
        if key.algorithm != .sha1 {
            parameters.append(.text("&algorithm=\(key.algorithm.rawValue)"))
        }
        if key.digits != 6 { parameters.append(.text("&digits=\(key.digits)")) }
        var kind = "totp"
        switch key.moving {
        case .time(30): break
        case .time(let period): parameters.append(.text("&period=\(period)"))
        case .counter(let counter):
            kind = "hotp"
            parameters.append(.text("&counter=\(counter)"))
        }
        let names = [issuer, account].filter { !$0.isEmpty }.map(PercentEncoding.encoded)
        return SecretText.joined(
            [.text("otpauth://\(kind)/\(names.joined(separator: ":"))")] + parameters
        )
    }

    private static func secret(_ text: SecretBytes) throws(Failure) -> SecretBytes {
        guard let secret = Base32.decoded(text), OneTimeKey.secretLengths.contains(secret.count)
        else {
            throw malformed("the secret is not Base32 (letters, and digits from 2 to 7)")
        }
        return secret
    }

    private static func trimmed(_ text: Substring) -> String {
        let end = text.reversed().drop { $0 == " " }.reversed()
        return String(end.drop { $0 == " " })
    }

    /// The parts before and after the first occurrence of a mark.
    private static func split(
        _ text: SecretBytes,
        _ mark: String
    ) -> (before: SecretBytes, after: SecretBytes)? {
        let place = text.withUnsafeBytes { bytes in
            bytes.indices.first { bytes[$0...].starts(with: mark.utf8) }
        }
        return place.map {
            (
                SecretText.part(of: text, 0..<$0),
                SecretText.part(of: text, ($0 + mark.utf8.count)..<text.count)
            )
        }
    }

    fileprivate static func malformed(_ why: String) -> Failure {
        Failure(
            .badInput,
            "this is no address of one-time codes: \(why)",
            advice: "give the address from the QR code, or the secret that the service shows"
        )
    }

    private static var steam: Failure {
        malformed("Steam's codes have their own form, which is not supported")
    }

    /// The parameters of an address: each once, with `%` and two hexadecimal digits for a byte.
    private struct Parameters {
        private var values: [String: SecretBytes] = [:]

        init(_ query: SecretBytes) throws(Failure) {
            var rest: SecretBytes? = query
            while let text = rest, text.count > 0 {
                let pair = split(text, "&") ?? (text, SecretBytes([]))
                rest = pair.after
                guard let parts = split(pair.before, "=") else { continue }
                let name = SecretText.copy(parts.before)?.lowercased() ?? ""
                let value = try Self.decoded(parts.after)
                guard values.updateValue(value, forKey: name) == nil else {
                    throw malformed("it has a parameter twice")
                }
            }
        }

        subscript(name: String) -> SecretBytes? { values[name] }

        func text(_ name: String) -> String? { values[name].flatMap(SecretText.copy) }

        func number(_ name: String, _ range: ClosedRange<Int>) throws(Failure) -> Int? {
            guard let text = text(name) else { return nil }
            guard let number = Int(text), range.contains(number) else {
                throw malformed("its \(name) is not a number from \(range.lowerBound) on")
            }
            return number
        }

        /// The bytes of a part of an address.
        static func decoded(_ text: SecretBytes) throws(Failure) -> SecretBytes {
            guard let bytes = PercentEncoding.decoded(text) else {
                throw malformed("'%' needs two hexadecimal digits after it")
            }
            return bytes
        }
    }
}

extension OneTimeAddress {
    /// The warning about an item that is synchronized and whose codes count.
    ///
    /// The counter is a part of the secret. Of two machines that have used codes, the later edit wins, which can be
    /// that of the lower counter: the codes of the other machine come again.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - secret: Its secret.
    /// - Returns: The warning; `nil` for other secrets, and for an item that is not synchronized.
    package static func warning(about item: ListedItem, _ secret: SecretBytes) -> String? {
        item.isSynchronized ? warning(whereSynchronized: item.name, secret) : nil
    }

    /// The warning about an item that is about to be synchronized; the parameters are its name and its secret.
    package static func warning(
        whereSynchronized name: String,
        _ secret: SecretBytes
    ) -> String? {
        guard (try? OneTimeAddress(secret))?.next != nil else { return nil }
        let command = "keychainctl edit \(AdvisedCommand.name(name)) --no-synchronizable"
        return AdvisedCommand.naming(
            KeychainChoice.onCommandLine,
            in:
                "The codes of this item count, and are for one machine: if two use it, codes come a second "
                + "time, and the service may lock the account. Keep it here with '\(command)'."
        )
    }
}
