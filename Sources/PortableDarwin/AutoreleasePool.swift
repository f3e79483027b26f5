/// Calls a body.
///
/// On Apple's platforms this releases the objects of Objective-C that the body made. Linux has no
/// such objects: an object of Swift is released after its last use.
///
/// - Parameter body: What is called, once.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}
