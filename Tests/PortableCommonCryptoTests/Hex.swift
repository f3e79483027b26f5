/// The bytes of hexadecimal digits.
func bytes(_ hex: String) -> [UInt8] {
    var digits = Substring(hex)
    var bytes: [UInt8] = []
    while let byte = UInt8(digits.prefix(2), radix: 16) {
        bytes.append(byte)
        digits = digits.dropFirst(2)
    }
    return bytes
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { (UInt16($0) + 0x100) }.map { String($0, radix: 16).dropFirst() }.joined()
}
