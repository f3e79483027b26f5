package import Foundation

extension NSNumber {
    /// Whether the number was made from a truth value; its encoding says so ("c").
    package var isBoolean: Bool { objCType.pointee == CChar(UInt8(ascii: "c")) }
}
