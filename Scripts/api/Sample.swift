// What Scripts/self-test.sh has listed; Sample.txt beside this file is the list.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol Opening {
    func open(_ number: Int)
}

extension Opening {
    public func inherited() {}
    public func _underscored() {}
}

extension Opening where Self: Sendable {
    public static func shared() {}
}

public struct Box<Content>: Opening {
    public let content: Content
    let hidden = 0
    public init(_ content: Content) { self.content = content }
    public func open(_ number: Int) {}
    public func open(with text: String) throws {}
    public static func make() {}
    @_spi(Inside) public func inside() {}
}

extension Box: Equatable where Content: Equatable {}

extension Array where Element == Int {
    public var sum: Int { reduce(0, +) }
}

public enum _Underscored { case one }
