extension StringProtocol {
    /// The text with A to Z in lower case, and everything else as it is.
    ///
    /// For names of hosts and of protocols, whose case is ignored in ASCII alone (RFC 4343). Swift's
    /// `lowercased()` also turns letters such as U+212A, the Kelvin sign, into ASCII ones, so that
    /// two hosts would be taken for one.
    package var asciiLowercased: String {
        String(
            decoding: utf8.map { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            },
            as: UTF8.self
        )
    }
}
