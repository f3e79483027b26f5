/// Labels by which programs find their items.
package enum KnownLabel {
    /// The label of docker's credentials, as on macOS.
    package static let docker = "Docker Credentials"
}
