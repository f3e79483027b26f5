internal import PortableKeychain

extension AgentLine {
    /// The path of the user's agent: in the folder that the system has for the sockets of a session;
    /// `nil` if nothing says where that is.
    package static var standardPath: String? {
        guard let folder = UserEnvironment.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            return nil
        }
        return folder + "/portable-keychain/agent"
    }
}
