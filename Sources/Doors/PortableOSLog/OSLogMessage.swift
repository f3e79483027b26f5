/// A message, written as a string with values in it.
///
/// ```swift
/// let (account, status) = ("ann", -25300)
/// Logger().error("no item for \(account, privacy: .private), status \(status)")
/// ```
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// A message of its parts.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }

    /// A message without values.
    public init(stringLiteral value: String) { text = value }
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Makes room for the parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity)
    }

    /// Adds text of the program.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a text; by default it is not shown.
    ///
    /// - Parameters:
    ///   - argumentString: The text.
    ///   - align: The padding.
    ///   - privacy: Whether it is shown.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: false, align, privacy, argumentString)
    }

    // Not favored, because numbers and errors would be taken for values of any kind: their functions
    // have more parameters.

    /// Adds the description of a value; by default it is not shown.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - align: The padding.
    ///   - privacy: Whether it is shown.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some CustomStringConvertible,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: false, align, privacy) { value().description }
    }

    /// Adds the description of an error; by default it is not shown.
    ///
    /// - Parameters:
    ///   - error: The error; `nil` is written as "nil".
    ///   - privacy: Whether it is shown.
    public mutating func appendInterpolation(
        _ error: @autoclosure () -> (any Error)?,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: false, .none, privacy) { error().map { "\($0)" } ?? "nil" }
    }

    /// Adds an integer; by default it is shown.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - format: The format.
    ///   - align: The padding.
    ///   - privacy: Whether it is shown.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some FixedWidthInteger,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: true, align, privacy) { format.text(number()) }
    }

    /// Adds a number with a fraction; by default it is shown.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - format: The format.
    ///   - align: The padding.
    ///   - privacy: Whether it is shown.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Double,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: true, align, privacy) { format.text(number()) }
    }

    /// Adds a number with a fraction; by default it is shown.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - format: The format.
    ///   - align: The padding.
    ///   - privacy: Whether it is shown.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Float,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: true, align, privacy) { format.text(Double(number())) }
    }

    /// Adds a truth value; by default it is shown.
    ///
    /// - Parameters:
    ///   - boolean: The value.
    ///   - format: The format.
    ///   - privacy: Whether it is shown.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure () -> Bool,
        format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: true, .none, privacy) { format.text(boolean()) }
    }

    /// Adds the name of a type; by default it is shown.
    ///
    /// - Parameters:
    ///   - value: The type.
    ///   - align: The padding.
    ///   - privacy: Whether it is shown.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> any Any.Type,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(isHarmless: true, align, privacy) { "\(value())" }
    }

    // The value is not even computed if it is not shown.
    private mutating func append(
        isHarmless: Bool,
        _ align: OSLogStringAlignment,
        _ privacy: OSLogPrivacy,
        _ value: () -> String
    ) {
        let isShown = privacy.shows(isHarmless: isHarmless)
        text += align.padded(isShown ? value() : Self.hidden)
    }

    static let hidden = "<private>"
}
