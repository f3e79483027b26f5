/// The biometry of the device.
public enum LABiometryType: Int, Sendable {
    /// None; always the result here.
    case none = 0
    /// Fingers.
    case touchID = 1
    /// A face.
    case faceID = 2
    /// Eyes.
    case opticID = 4
}
