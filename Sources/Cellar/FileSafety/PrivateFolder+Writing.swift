internal import CKeychainPlatform
internal import KeychainLibC

extension PrivateFolder {
    /// Returns why this process cannot create files in a folder, as `errno`; 0 if it can.
    ///
    /// Confinement of the process, such as by Landlock or AppArmor, does not show in the folder's
    /// permissions. So a file without a name is made, where the file system has such files.
    package static func obstacle(toCreatingFilesIn folder: String) -> Int32 {
        guard access(folder, W_OK) == 0 else { return errno }
        let file = pk_open_unnamed(folder)
        guard file >= 0 else { return FileFault.meansForbidden(errno) ? errno : 0 }
        close(file)
        return 0
    }
}
