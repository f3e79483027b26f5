extension KeychainError {
    /// The cause of an error, with Apple's number for it.
    ///
    /// A struct and not an enum, so that later versions can add causes, and so that a number
    /// without a name here is kept (``status(_:)``). A code can be caught and compared:
    ///
    /// ```swift
    /// let keychain = try Keychain.default
    /// do {
    ///     try keychain.add("s3cret", for: GenericPassword(service: "api"))
    /// } catch KeychainError.Code.duplicateItem {
    ///     print("The item exists.")
    /// }
    /// ```
    ///
    /// `Documentation/Troubleshooting.md` has each code with its remedy.
    public struct Code: Sendable {
        /// A stable name.
        public let name: String
        /// Apple's number (`OSStatus`); several causes may share one.
        public let status: Int32
        /// The problem and the next step: the default reason of an error.
        let explanation: String
    }
}

extension KeychainError.Code {
    /// Whether an item cannot be read for now.
    ///
    /// True if the keychain is ``locked``, if the item requires user authentication
    /// (``authenticationRequired``), or if a keeper that cannot distinguish them refused
    /// (``interactionNotAllowed``). The three share `errSecInteractionNotAllowed`.
    public var isInaccessible: Bool { status == Self.interactionNotAllowed.status }
}

extension KeychainError.Code {
    /// A code that another process sent.
    ///
    /// - Parameters:
    ///   - name: Its name, known here or not.
    ///   - status: Its number.
    /// - Returns: The code, which equals the one of that name and number.
    package static func received(_ name: String, _ status: Int32) -> Self {
        Self(name: name, status: status, explanation: "Status \(status).")
    }
}

extension KeychainError.Code: Hashable {
    /// Codes are equal when their names and numbers are.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.status == right.status
    }

    /// Feeds the name and the number into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(status)
    }
}

extension KeychainError.Code {
    /// Lets `catch KeychainError.Code.itemNotFound` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? KeychainError)?.code == code
    }

    // The item requests (Specification/item-semantics.md, 3.1).
    /// A parameter is missing, malformed or not allowed here, `errSecParam`.
    public static let invalidParameter = Self(
        name: "invalidParameter",
        status: -50,
        explanation: "A parameter is missing, malformed or not allowed here. Check the request."
    )
    /// The request is valid, but this keychain does not support it, `errSecUnimplemented`.
    public static let unimplemented = Self(
        name: "unimplemented",
        status: -4,
        explanation: "This keychain does not support the request."
    )
    /// An item with the same primary key exists, `errSecDuplicateItem`.
    public static let duplicateItem = Self(
        name: "duplicateItem",
        status: -25299,
        explanation: "The item already exists. Update it, or delete it first."
    )
    /// No item matches, `errSecItemNotFound`.
    public static let itemNotFound = Self(
        name: "itemNotFound",
        status: -25300,
        explanation: "No item matches."
    )
    /// The class has no such attribute, `errSecNoSuchAttr`.
    public static let noSuchAttribute = Self(
        name: "noSuchAttribute",
        status: -25303,
        explanation: "Items of this class do not have this attribute."
    )
    /// The class does not exist, `errSecNoSuchClass`.
    public static let noSuchClass = Self(
        name: "noSuchClass",
        status: -25306,
        explanation: "The item class is unknown."
    )
    /// The payload is larger than the documented limit, `errSecDataTooLarge`.
    public static let dataTooLarge = Self(
        name: "dataTooLarge",
        status: -25302,
        explanation: "The secret or the attributes are too large to store."
    )
    /// The caller is not a member of the access group, `errSecMissingEntitlement`.
    public static let missingEntitlement = Self(
        name: "missingEntitlement",
        status: -34018,
        explanation: "The caller is not a member of this access group."
    )
    /// The keychain is locked, `errSecInteractionNotAllowed`: unlock it, or try again after it was
    /// unlocked.
    public static let locked = Self(
        name: "locked",
        status: -25308,
        explanation: "The keychain is locked. Unlock it and try again."
    )
    /// The item requires user authentication, but the user could not or must not be asked,
    /// `errSecInteractionNotAllowed`.
    ///
    /// Unlike ``locked``, it does not go away by waiting.
    public static let authenticationRequired = Self(
        name: "authenticationRequired",
        status: -25308,
        explanation: """
            This item requires user authentication. Try again where the user can be asked.
            """
    )
    /// The item cannot be read without interaction, `errSecInteractionNotAllowed`.
    ///
    /// Reported by keepers that cannot tell ``locked`` from ``authenticationRequired``: Apple's
    /// keychain has one number for both.
    public static let interactionNotAllowed = Self(
        name: "interactionNotAllowed",
        status: -25308,
        explanation: "The keychain is locked, or this item requires user authentication."
    )
    /// Several items match, but the operation needs exactly one, `errSecParam`.
    public static let ambiguous = Self(
        name: "ambiguous",
        status: -50,
        explanation: "Several items match. Give more attributes to select one."
    )
    /// The passcode or password is wrong, `errSecAuthFailed`.
    public static let authenticationFailed = Self(
        name: "authenticationFailed",
        status: -25293,
        explanation: "The passcode is wrong. Try again."
    )
    /// The user declined, `errSecUserCanceled`.
    public static let userCanceled = Self(
        name: "userCanceled",
        status: -128,
        explanation: "The user canceled the request."
    )

    // Keys, certificates and bundles (Specification/item-semantics.md, 6).
    /// The bytes are not a key, certificate or bundle of the expected format, `errSecDecode`.
    public static let undecodable = Self(
        name: "undecodable",
        status: -26275,
        explanation: "This is not a key, certificate or bundle of the expected format."
    )
    /// The signature does not match the message and the key, `errSecVerifyFailed`.
    public static let verificationFailed = Self(
        name: "verificationFailed",
        status: -67808,
        explanation: "The signature does not match the message and the key."
    )

    // The keychain as a whole.
    /// There is no keychain at this path, `errSecNoSuchKeychain`.
    public static let noSuchKeychain = Self(
        name: "noSuchKeychain",
        status: -25294,
        explanation: "There is no keychain at this path. Check the path, or create one."
    )
    /// There is already a keychain at this path, `errSecDuplicateKeychain`.
    public static let duplicateKeychain = Self(
        name: "duplicateKeychain",
        status: -25296,
        explanation: "There is already a keychain at this path. Open it, or choose another path."
    )
    /// The file is not a keychain, `errSecInvalidKeychain`.
    public static let notAKeychain = Self(
        name: "notAKeychain",
        status: -25295,
        explanation: "This file is not a keychain."
    )
    /// The file or an item in it is damaged or was tampered with, `errSecDecode`.
    public static let corrupt = Self(
        name: "corrupt",
        status: -26275,
        explanation: """
            The keychain is damaged or was tampered with. Nothing was changed. Restore a backup.
            """
    )
    /// The file is older than the one that was last used here, `errSecInvalidKeychain`.
    public static let rolledBack = Self(
        name: "rolledBack",
        status: -25295,
        explanation: """
            The keychain is older than the one that was last used here. Restore the newest one, or \
            accept this one if you put it back on purpose.
            """
    )
    /// The device key does not belong to this keychain, `errSecAuthFailed`.
    public static let wrongDeviceKey = Self(
        name: "wrongDeviceKey",
        status: -25293,
        explanation: """
            The device key does not belong to this keychain. Restore the key that it was made \
            with.
            """
    )
    /// A newer version of this software wrote the file, `errSecWrongSecVersion`.
    public static let newerVersion = Self(
        name: "newerVersion",
        status: -25310,
        explanation: "A newer version of this software wrote the keychain. Update to read it."
    )
    /// The keychain has no passcode, so it cannot be locked or unlocked, `errSecNotAvailable`.
    public static let noPasscode = Self(
        name: "noPasscode",
        status: -25291,
        explanation: "The keychain has no passcode. Set one first."
    )
    /// A resource that the operation needs is not available now, `errSecNotAvailable`.
    public static let notAvailable = Self(
        name: "notAvailable",
        status: -25291,
        explanation: "The keychain is not available now. Try again."
    )
    /// The file or its folder cannot be written, `errSecReadOnly`.
    public static let readOnly = Self(
        name: "readOnly",
        status: -25292,
        explanation: """
            The keychain cannot be written. Check the permissions of its file and folder, and whether \
            its disk can be written.
            """
    )
    /// Others can read or change the file or its folder, `errSecWrPerm`.
    public static let unsafePermissions = Self(
        name: "unsafePermissions",
        status: -61,
        explanation: "The keychain's file or folder belongs to, or is accessible to, other users."
    )
    /// The disk is full, `errSecDiskFull`.
    public static let diskFull = Self(
        name: "diskFull",
        status: -34,
        explanation: "The disk is full. Nothing was changed. Free some space and try again."
    )
    /// The disk failed, `errSecIO`.
    public static let inputOutput = Self(
        name: "inputOutput",
        status: -36,
        explanation: "The keychain's file could not be read or written. Check the disk."
    )
    /// Memory ran out, `errSecAllocate`.
    public static let outOfMemory = Self(
        name: "outOfMemory",
        status: -108,
        explanation: "There is not enough memory. Close other programs and try again."
    )
    /// A defect of this software, `errSecInternal`.
    public static let internalError = Self(
        name: "internalError",
        status: -26276,
        explanation: "An internal error occurred. Please report it."
    )

    /// The code for one of Apple's numbers: the named code, or a code named "status".
    ///
    /// Where several codes share a number, it is the first of them, never ``locked`` or
    /// ``authenticationRequired``.
    public static func status(_ status: Int32) -> Self {
        all.first { $0.status == status }
            ?? Self(
                name: "status",
                status: status,
                explanation: "Status \(status)."
            )
    }

    private static let all: [Self] = [
        .invalidParameter, .unimplemented, .duplicateItem, .itemNotFound, .noSuchAttribute,
        .noSuchClass, .missingEntitlement, .interactionNotAllowed, .authenticationFailed,
        .userCanceled, .verificationFailed, .dataTooLarge, .noSuchKeychain, .duplicateKeychain,
        .notAKeychain, .corrupt, .newerVersion,
        .notAvailable, .readOnly, .unsafePermissions, .diskFull, .inputOutput, .outOfMemory,
        .internalError,
    ]
}
