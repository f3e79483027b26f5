extension Collection<UInt8> {
    /// Two lower-case digits for each byte.
    ///
    /// Written into one string: names of keys and files are made at each start, and a string for each
    /// byte took 270,000 instructions of it.
    var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { room in
            var place = 0
            for byte in self {
                room[place] = Self.digit(byte >> 4)
                room[place + 1] = Self.digit(byte & 0x0F)
                place += 2
            }
            return place
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
