/// The reason why an engine does not answer or does not store, as far as the user can act on it.
package enum EngineTrouble: UInt8, Sendable, CaseIterable {
    /// No endpoint answered in time.
    case unreachable = 1
    /// The certificate of the server is not of the authority that the settings name.
    case certificate = 2
    /// The server does not know the user, or not by this password.
    case password = 3
    /// The user may not read or write the keys of the vault.
    case denied = 4
    /// The database of the server is full.
    case full = 5
    /// The server's answer is not that of such a server.
    case strange = 6
    /// The program that speaks to the server is not installed, or has ended.
    case program = 7
    /// The server refused the request for another reason.
    case refused = 8
    /// The server wants a certificate of this device, or not the one that the settings have.
    case ownCertificate = 9
    /// The server of the mirror did not answer in time, or reports a fault of its own.
    case mirrorUnreachable = 10
    /// The certificate of the mirror's server is not of an authority that is trusted for it.
    case mirrorCertificate = 11
    /// The server's answer is not that of one that serves the files of a mirror.
    case mirrorStrange = 12
    /// A mirror gives an object that is not the one of its name.
    case alteredMirror = 13
    /// A mirror does not have all objects of the state that it shows.
    case incompleteMirror = 14
    /// There is no mirror at the address.
    case noMirror = 15

    /// A sentence that states the trouble and the next step.
    package var sentence: String {
        switch self {
        case .unreachable:
            "No server of the cluster answers. Look whether it runs and has a majority."
        case .certificate:
            "The server's certificate is not of the authority in the settings, or has another name. "
                + "Compare both; 'keychainctl sync remote' takes another authority."
        case .password:
            "The server refuses the user name or the password. Enter them again with "
                + "'keychainctl sync remote'."
        case .denied:
            "The user may not read or write this vault. Let an administrator grant it the prefix."
        case .full:
            "The database of the cluster is full. Let an administrator compact and defragment it, and "
                + "disarm its alarm."
        case .strange: "The server does not answer like etcd. Check the addresses."
        case .program: "The helper program is not installed beside this one, or has ended."
        case .refused:
            "The server refused the request. Look whether it wants a user; its log says why."
        case .alteredMirror:
            "The mirror gives other files than those that were published. Let its owner publish into "
                + "an empty folder, and check who can write to it."
        case .incompleteMirror:
            "The mirror does not have all files of the state that it shows. If that stays so, let its owner "
                + "copy the whole folder, and the file 'stamp' last."
        case .noMirror:
            "There is no mirror of synchronized keychains at the address. Check it; it is that of the "
                + "folder of 'keychainctl sync publish'."
        case .ownCertificate:
            "The server wants a certificate of this machine, or refuses the one in the settings. "
                + "Use another one with 'keychainctl sync remote'."
        case .mirrorUnreachable:
            "The web server of the mirror does not answer, or has a fault of its own. Look whether it "
                + "runs, and whether this machine reaches it."
        case .mirrorCertificate:
            "The certificate of the mirror's web server is not of an authority that is trusted for it, "
                + "or has another name. Compare both; 'keychainctl sync remote' takes another authority."
        case .mirrorStrange:
            "The web server does not answer like one that serves a mirror: it refuses, or names "
                + "another address. Check the address, and whether the server gives out the files."
        }
    }
}
