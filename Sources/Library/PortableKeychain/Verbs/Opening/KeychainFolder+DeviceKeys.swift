/// The device keys of a folder, found by their identifiers (vault-format.md §6).
///
/// `device.key` or `device.tpm` is the folder's own, which new keychains use. Beside it there can
/// be others, for keychains that were recovered while it was not available: their names contain the
/// identifier of their key, so that no file ever blocks another.
extension KeychainFolder {
    private static let stem = "device"

    /// The folder's own plain device key.
    var deviceKeyPath: String { folder + "/device.key" }
    /// The folder's own device key that a token sealed, instead of the plain one.
    var sealedKeyPath: String { folder + "/device.tpm" }

    /// The plain device key of an identifier that is not the folder's own.
    func deviceKeyPath(of identifier: [UInt8]) -> String {
        "\(folder)/\(Self.stem)-\(identifier.hexadecimal).key"
    }

    /// The path of the list of epochs that the counter of a sealed key stands for.
    static func countPath(beside sealed: String) -> String { sealed.dropLast(4) + ".count" }

    /// The files of device keys that are not the folder's own, by their ending and by the text
    /// after `device` in their names.
    func devicePaths(_ ending: String, after beginning: String = "-") -> [String] {
        PrivateFile.names(in: folder)
            .filter { $0.hasPrefix(Self.stem + beginning) && $0.hasSuffix(ending) }.sorted()
            .map { folder + "/" + $0 }
    }

    /// The device key of an identifier.
    ///
    /// The plain file is read first, and only if it is of another key, the others are looked for.
    /// So the file of another key does not lock the user out, and a token is asked only for the key
    /// that it sealed.
    ///
    /// - Parameter identifier: The identifier that a keychain names.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/notAvailable`` if a token sealed it and does not open it now,
    ///   ``KeychainError/Code/wrongDeviceKey`` where it is in no file, and failures of reading.
    func device(_ identifier: [UInt8]) throws(KeychainError) -> DeviceKey.Found {
        var failure: KeychainError?
        let plain = [deviceKeyPath, deviceKeyPath(of: identifier)]
        for path in plain {
            do throws(KeychainError) {
                let key = try plainDeviceKey(path)
                if let key, key.identifier == identifier { return (key, nil) }
            } catch {
                failure = failure ?? error
            }
        }
        do throws(KeychainError) {
            if let device = try device(identifier, sealedAt: sealedKeyPath) { return device }
        } catch {
            failure = error
        }
        for path in devicePaths(".tpm", after: "-\(identifier.hexadecimal)") {
            do throws(KeychainError) {
                if let device = try device(identifier, sealedAt: path) { return device }
            } catch {
                failure = error
            }
        }
        // Another process may have written the plain key before it removed the sealed one.
        for path in plain {
            let key = (try? plainDeviceKey(path)) ?? nil
            if let key, key.identifier == identifier { return (key, nil) }
        }
        throw failure ?? deviceKeyIsMissing
    }

    private func device(
        _ identifier: [UInt8],
        sealedAt path: String
    ) throws(KeychainError) -> DeviceKey.Found? {
        guard let sealed = try sealedDeviceKey(path), sealed.identifier == identifier else {
            return nil
        }
        return try opened(sealed, at: path)
    }

    /// The folder's own device key, or `nil` where there is none.
    func deviceKey() throws(KeychainError) -> DeviceKey? { try device()?.key }

    /// The folder's own device key, and the counter of the token that sealed it; `nil` where there is
    /// no key.
    func device() throws(KeychainError) -> DeviceKey.Found? {
        // While it is moved there are both.
        if let key = try plainDeviceKey() { return (key, nil) }
        guard let sealed = try sealedDeviceKey() else {
            // Another process may have written the plain key before it removed the other one.
            return try plainDeviceKey().map { ($0, nil) }
        }
        return try opened(sealed, at: sealedKeyPath)
    }

    /// Opens a sealed key, or finds it where the kernel keeps it.
    func opened(_ sealed: SealedDeviceKey, at path: String) throws(KeychainError) -> DeviceKey.Found
    {
        let kept = retention.map { KeptDeviceKey(sealed, in: $0.0, for: $0.seconds) }
        let list = Self.countPath(beside: path)
        if let found = kept?.find() {
            return (found.key, counter(of: sealed, found.key, list, kept, known: found.count))
        }
        let key = try unsealed(sealed)
        kept?.keep(key, count: 0)
        return (key, counter(of: sealed, key, list, kept, known: 0))
    }

    /// Asks the token for a key that it sealed.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if it does not open it now: that says nothing
    ///   about the keychains.
    func unsealed(_ sealed: SealedDeviceKey) throws(KeychainError) -> DeviceKey {
        guard let token else { throw Self.tokenIsMissing }
        do throws(KeychainError) {
            return try sealed.opened(by: token)
        } catch {
            throw KeychainError(
                .notAvailable,
                reason: """
                    The TPM of this machine does not open the device key now. \(Self.clause(error.reason)). Run \
                    'keychainctl recover' with the recovery key if the TPM is lost.
                    """
            )
        }
    }

    private func counter(
        of sealed: SealedDeviceKey,
        _ key: DeviceKey,
        _ list: String,
        _ kept: KeptDeviceKey?,
        known: UInt64
    ) -> RollbackCounter? {
        sealed.counter.map {
            RollbackCounter($0, key, in: token, list: list, kept: kept, known: known)
        }
    }

    /// A device key that a token sealed, the folder's own by default; `nil` where there is none.
    func sealedDeviceKey(_ path: String? = nil) throws(KeychainError) -> SealedDeviceKey? {
        try PrivateFile.read(path ?? sealedKeyPath, atMost: SealedDeviceKey.longest).map {
            file throws(KeychainError) in
            try SealedDeviceKey(file: file)
        }
    }

    /// A device key in a plain file, the folder's own by default; `nil` where there is none.
    func plainDeviceKey(_ path: String? = nil) throws(KeychainError) -> DeviceKey? {
        let file = try PrivateFile.read(path ?? deviceKeyPath, atMost: Self.pathLength)
        return try file.map { content throws(KeychainError) in
            try content.withUnsafeBytes { bytes throws(KeychainError) in
                try DeviceKey(file: bytes)
            }
        }
    }

    /// Whether a file is what an interrupted removal left of a plain key: the key, or what
    /// overwriting left of it.
    ///
    /// Any other file is the user's: people keep device keys under the same names.
    func isRest(_ path: String, of identifier: [UInt8]) -> Bool {
        guard let file = (try? PrivateFile.read(path, atMost: Self.pathLength)) ?? nil else {
            return false
        }
        return file.withUnsafeBytes { bytes in
            // No key is shorter.
            guard bytes.count == DeviceKey.fileLength else {
                return bytes.count < DeviceKey.fileLength
            }
            if let key = try? DeviceKey(file: bytes) { return key.identifier == identifier }
            // A damaged key may still be of use. One that is overwritten loses its beginning first.
            return bytes.prefix(8).allSatisfy { $0 == 0 }
        }
    }

    /// The first plain key that is not the folder's own, by the order of the identifiers.
    var otherDeviceKey: DeviceKey? {
        for path in devicePaths(".key") {
            if let key = (try? plainDeviceKey(path)) ?? nil,
                deviceKeyPath(of: key.identifier) == path
            {
                return key
            }
        }
        return nil
    }
}

extension DeviceBinding {
    /// The refusal to read the folder's own plain device key, if its file is damaged.
    package var damage: KeychainError? {
        do throws(KeychainError) {
            _ = try folder.plainDeviceKey()
            return nil
        } catch {
            return error.code == .corrupt ? error : nil
        }
    }
}

/// The errors for a device key that is not available.
extension KeychainFolder {
    /// The failure where a token sealed the device key, and this program has none.
    static var tokenIsMissing: KeychainError {
        let (problem, advice) =
            switch TPMAccess.present {
            case .absent: ("This machine has no TPM now.", TPMAccess.remedy)
            case .forbidden:
                ("This user may not use the TPM \(TPMAccess.device).", TPMAccess.remedy)
            case .withoutProgram:
                ("The program keychain-tpm is not installed.", "Install it beside this program.")
            case .throughAgent, .open: ("This program uses no TPM.", "Try again.")
            }
        return KeychainError(
            .notAvailable,
            reason: """
                The device key is sealed in the TPM of this machine, which cannot be reached. \
                \(problem) \(Self.clause(advice)). Run 'keychainctl recover' with the recovery key if the \
                TPM is lost.
                """
        )
    }

    /// Sentences without the full stop at their end.
    private static func clause(_ sentences: String) -> String {
        sentences.hasSuffix(".") ? String(sentences.dropLast()) : sentences
    }

    /// The failure of whatever needs the device key where there is none.
    var deviceKeyIsMissing: KeychainError {
        KeychainError(
            .wrongDeviceKey,
            reason: """
                The device key of the keychain is missing: no file in \(folder) has it. Restore \
                device.key from a backup, or run 'keychainctl recover' with the recovery key.
                """
        )
    }
}
