internal import Foundation

/// Whether two objects are equal.
///
/// - Parameters:
///   - left: Any object.
///   - right: Any object.
/// - Returns: Whether the objects' classes call them equal; an object of no known class equals
///   itself alone.
public func CFEqual(_ left: CFTypeRef!, _ right: CFTypeRef!) -> Bool {
    guard let left, let right else { return left === right }
    guard let object = left as? NSObject else { return left === right }
    return object.isEqual(right)
}
