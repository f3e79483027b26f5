import Foundation
import Security

extension Spellings {
    /// The ways to get random bytes.
    public static func randomBytes(_ count: Int) -> [Data] {
        var array = [UInt8](repeating: 0, count: count)
        let first = SecRandomCopyBytes(kSecRandomDefault, array.count, &array)
        var data = Data(count: count)
        let second = data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            guard let start = bytes.baseAddress else { return errSecParam }
            return SecRandomCopyBytes(kSecRandomDefault, count, start)
        }
        let pointer = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        defer { pointer.deallocate() }
        let third = SecRandomCopyBytes(nil, count, pointer)
        guard first == errSecSuccess, second == errSecSuccess, third == 0 else { return [] }
        return [Data(array), data, Data(bytes: pointer, count: count)]
    }
}
