/// A signed integer of the width of a pointer, as Objective-C names it.
public typealias NSInteger = Int
/// An unsigned integer of the width of a pointer, as Objective-C names it.
public typealias NSUInteger = UInt
/// The number of an error of C, or 0.
public typealias errno_t = Int32
/// A size that the functions with bounds check (C11, annex K).
public typealias rsize_t = Int
