/// A kind of paired device.
public enum LACompanionType: Int, Sendable {
    /// A watch.
    case watch = 1
    /// A computer.
    case mac = 2
    /// A headset.
    case vision = 4
}
