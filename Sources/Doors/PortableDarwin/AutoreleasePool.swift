/// Calls a body.
///
/// On Apple's platforms this releases the objects of Objective-C that the body made. Linux has no
/// such objects: an object of Swift is released after its last use.
///
/// - Parameter body: The body, which is called once.
/// - Returns: The result of the body.
/// - Throws: Any error of the body.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}
