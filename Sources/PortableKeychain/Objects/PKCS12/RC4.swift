/// RC4, which some older bundles are encrypted with; for reading alone.
struct RC4 {
    private var state = (0...255).map { UInt8($0) }
    private var first = 0
    private var second = 0

    init(key: [UInt8]) {
        var other = 0
        for place in 0..<256 {
            other = (other + Int(state[place]) + Int(key[place % key.count])) & 255
            state.swapAt(place, other)
        }
    }

    mutating func decrypt(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { byte in
            first = (first + 1) & 255
            second = (second + Int(state[first])) & 255
            state.swapAt(first, second)
            return byte ^ state[(Int(state[first]) + Int(state[second])) & 255]
        }
    }
}
