/// The object behind a `CCCryptorRef`.
private final class Cryptor {
    var cipher: Cipher
    /// Whether it has ended: later blocks would have the vector of its last block again.
    var hasEnded = false

    init(_ cipher: Cipher) { self.cipher = cipher }
    deinit { cipher.forget() }

    static func of(_ reference: CCCryptorRef?) -> Cryptor? {
        reference.map { Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }
}

private func vector(_ iv: UnsafeRawPointer?) -> [UInt8] {
    guard let iv else { return [UInt8](repeating: 0, count: Cipher.blockLength) }
    return Array(UnsafeRawBufferPointer(start: iv, count: Cipher.blockLength))
}

/// Makes a cipher, or says why not.
private func makeCipher(
    _ op: CCOperation,
    _ algorithm: CCAlgorithm,
    _ mode: Cipher.Mode?,
    _ iv: UnsafeRawPointer?,
    _ key: UnsafeRawPointer?,
    _ keyLength: Int
) -> Result<Cipher, StatusError> {
    guard op <= 1 else { return .failure(StatusError(kCCParamError)) }
    guard algorithm == UInt32(kCCAlgorithmAES), let mode else {
        return .failure(StatusError(kCCUnimplemented))
    }
    guard let key, keyLength >= 0 else { return .failure(StatusError(kCCParamError)) }
    let cipher = Cipher(
        isEncrypting: op == UInt32(kCCEncrypt),
        mode: mode,
        key: UnsafeRawBufferPointer(start: key, count: keyLength),
        iv: vector(iv)
    )
    return cipher.map { .success($0) } ?? .failure(StatusError(kCCKeySizeError))
}

/// A status that is not success.
private struct StatusError: Error {
    let status: CCCryptorStatus

    init(_ status: Int) { self.status = CCCryptorStatus(status) }

    init(_ error: any Error) {
        switch error as? CipherError {
        case .alignment: self.init(kCCAlignmentError)
        case .undecodable: self.init(kCCDecodeError)
        case nil: self.init(kCCUnspecifiedError)
        }
    }
}

/// The mode for `CCOptions`; `nil` for one that is not here.
private func mode(_ options: CCOptions) -> Cipher.Mode? {
    // 2 is ECB.
    options <= 1 ? .cbc(padding: options == UInt32(kCCOptionPKCS7Padding)) : nil
}

/// Writes output where there is room for it; says otherwise how much is needed.
private func deliver(
    _ output: [UInt8],
    _ dataOut: UnsafeMutableRawPointer?,
    _ available: Int,
    _ moved: UnsafeMutablePointer<Int>?
) -> CCCryptorStatus {
    moved?.pointee = output.count
    guard !output.isEmpty else { return CCCryptorStatus(kCCSuccess) }
    guard output.count <= available, let dataOut else { return CCCryptorStatus(kCCBufferTooSmall) }
    output.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: dataOut, count: available).copyMemory(from: $0)
    }
    return CCCryptorStatus(kCCSuccess)
}

/// Encrypts or decrypts bytes at once, in CBC mode.
///
/// - Parameters:
///   - op: `kCCEncrypt` or `kCCDecrypt`.
///   - alg: `kCCAlgorithmAES`.
///   - options: `kCCOptionPKCS7Padding`, or 0.
///   - key: The key.
///   - keyLength: Its length, 16, 24 or 32 bytes.
///   - iv: The initialization vector of 16 bytes; `nil` stands for zeroes.
///   - dataIn: The input; may be `nil` if there is none.
///   - dataInLength: Its length in bytes.
///   - dataOut: Room for the output.
///   - dataOutAvailable: The room for the output, in bytes.
///   - dataOutMoved: Set to the length of the output, also if there is too little room.
/// - Returns: `kCCSuccess`; `kCCBufferTooSmall`; `kCCAlignmentError` for input that is not whole
///   blocks; `kCCDecodeError` for input that has no valid padding; `kCCKeySizeError`;
///   `kCCUnimplemented` for another cipher, and for ECB; `kCCParamError`.
@discardableResult
public func CCCrypt(
    _ op: CCOperation,
    _ alg: CCAlgorithm,
    _ options: CCOptions,
    _ key: UnsafeRawPointer!,
    _ keyLength: Int,
    _ iv: UnsafeRawPointer!,
    _ dataIn: UnsafeRawPointer!,
    _ dataInLength: Int,
    _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int,
    _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    guard dataInLength >= 0, dataInLength == 0 || dataIn != nil, dataOutAvailable >= 0 else {
        return CCCryptorStatus(kCCParamError)
    }
    switch makeCipher(op, alg, mode(options), iv, key, keyLength) {
    case .failure(let error): return error.status
    case .success(var cipher):
        var output: [UInt8] = []
        defer { zero(&output) }
        do {
            output = try cipher.update(UnsafeRawBufferPointer(start: dataIn, count: dataInLength))
            output += try cipher.finish()
            return deliver(output, dataOut, dataOutAvailable, dataOutMoved)
        } catch { return StatusError(error).status }
    }
}

/// Makes a cipher in CBC mode that processes bytes in pieces; the parameters are those of `CCCrypt`.
///
/// - Returns: The same as `CCCrypt`. Release the new object with `CCCryptorRelease`.
@discardableResult
public func CCCryptorCreate(
    _ op: CCOperation,
    _ alg: CCAlgorithm,
    _ options: CCOptions,
    _ key: UnsafeRawPointer!,
    _ keyLength: Int,
    _ iv: UnsafeRawPointer!,
    _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>?
) -> CCCryptorStatus {
    create(makeCipher(op, alg, mode(options), iv, key, keyLength), cryptorRef)
}

/// Makes a cipher that processes bytes in pieces, in CBC or CTR mode.
///
/// - Parameters:
///   - op: `kCCEncrypt` or `kCCDecrypt`.
///   - mode: `kCCModeCBC` or `kCCModeCTR`.
///   - alg: `kCCAlgorithmAES`.
///   - padding: `ccNoPadding` or `ccPKCS7Padding`; CTR needs none and ignores it.
///   - iv: The initialization vector, or the first counter, of 16 bytes; `nil` stands for zeroes.
///   - key: The key.
///   - keyLength: Its length, 16, 24 or 32 bytes.
///   - tweak: Unused by these modes.
///   - tweakLength: Unused by these modes.
///   - numRounds: 0, for the usual number.
///   - options: `kCCModeOptionCTR_BE`, or 0.
///   - cryptorRef: Set to the new object.
/// - Returns: The same as `CCCryptorCreate`; `kCCUnimplemented` for another mode, order of the
///   counter or number of rounds.
@discardableResult
public func CCCryptorCreateWithMode(
    _ op: CCOperation,
    _ mode: CCMode,
    _ alg: CCAlgorithm,
    _ padding: CCPadding,
    _ iv: UnsafeRawPointer!,
    _ key: UnsafeRawPointer!,
    _ keyLength: Int,
    _ tweak: UnsafeRawPointer!,
    _ tweakLength: Int,
    _ numRounds: Int32,
    _ options: CCModeOptions,
    _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>?
) -> CCCryptorStatus {
    guard padding <= 1 else { return CCCryptorStatus(kCCParamError) }
    // 1 asks for a counter with its least significant byte first.
    guard numRounds == 0, options != 1 else { return CCCryptorStatus(kCCUnimplemented) }
    let known: Cipher.Mode? =
        switch Int(mode) {
        case kCCModeCBC: .cbc(padding: padding == UInt32(ccPKCS7Padding))
        case kCCModeCTR: .ctr
        default: nil
        }
    return create(makeCipher(op, alg, known, iv, key, keyLength), cryptorRef)
}

private func create(
    _ made: Result<Cipher, StatusError>,
    _ reference: UnsafeMutablePointer<CCCryptorRef?>?
) -> CCCryptorStatus {
    guard let reference else { return CCCryptorStatus(kCCParamError) }
    switch made {
    case .failure(let error): return error.status
    case .success(let cipher):
        reference.pointee = OpaquePointer(Unmanaged.passRetained(Cryptor(cipher)).toOpaque())
        return CCCryptorStatus(kCCSuccess)
    }
}

/// Processes the next bytes, and writes those that are ready.
///
/// - Parameters:
///   - cryptorRef: The cipher.
///   - dataIn: The input; may be `nil` if there is none.
///   - dataInLength: Its length in bytes.
///   - dataOut: Room for the output.
///   - dataOutAvailable: The room for the output, in bytes; see `CCCryptorGetOutputLength`.
///   - dataOutMoved: Set to the length of the output.
/// - Returns: `kCCSuccess`; `kCCBufferTooSmall`, which changes nothing; `kCCCallSequenceError` after
///   `CCCryptorFinal`; `kCCParamError`.
@discardableResult
public func CCCryptorUpdate(
    _ cryptorRef: CCCryptorRef!,
    _ dataIn: UnsafeRawPointer!,
    _ dataInLength: Int,
    _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int,
    _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    guard let cryptor = Cryptor.of(cryptorRef), dataInLength >= 0,
        dataInLength == 0 || dataIn != nil
    else { return CCCryptorStatus(kCCParamError) }
    guard !cryptor.hasEnded else { return CCCryptorStatus(kCCCallSequenceError) }
    let needed = cryptor.cipher.outputLength(dataInLength, isLast: false)
    guard needed <= dataOutAvailable else {
        dataOutMoved?.pointee = needed
        return CCCryptorStatus(kCCBufferTooSmall)
    }
    do {
        var output = try cryptor.cipher.update(
            UnsafeRawBufferPointer(start: dataIn, count: dataInLength)
        )
        defer { zero(&output) }
        return deliver(output, dataOut, dataOutAvailable, dataOutMoved)
    } catch { return StatusError(error).status }
}

/// Ends a cipher, and writes its last bytes.
///
/// - Returns: The same as `CCCrypt`; `kCCCallSequenceError` if it has ended already.
@discardableResult
public func CCCryptorFinal(
    _ cryptorRef: CCCryptorRef!,
    _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int,
    _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    guard let cryptor = Cryptor.of(cryptorRef) else { return CCCryptorStatus(kCCParamError) }
    guard !cryptor.hasEnded else { return CCCryptorStatus(kCCCallSequenceError) }
    // Ended in a copy: with too little room, it can be ended again.
    var cipher = cryptor.cipher
    do {
        var output = try cipher.finish()
        defer { zero(&output) }
        let status = deliver(output, dataOut, dataOutAvailable, dataOutMoved)
        if status == CCCryptorStatus(kCCSuccess) {
            cryptor.cipher.forget()  // The copy overwrote bytes of its own.
            cryptor.hasEnded = true
        }
        return status
    } catch { return StatusError(error).status }
}

/// Begins again with the same key.
///
/// - Parameters:
///   - cryptorRef: The cipher.
///   - iv: The initialization vector of 16 bytes; `nil` stands for zeroes.
/// - Returns: `kCCSuccess` or `kCCParamError`.
@discardableResult
public func CCCryptorReset(_ cryptorRef: CCCryptorRef!, _ iv: UnsafeRawPointer!) -> CCCryptorStatus
{
    guard let cryptor = Cryptor.of(cryptorRef) else { return CCCryptorStatus(kCCParamError) }
    cryptor.cipher.reset(vector(iv))
    cryptor.hasEnded = false
    return CCCryptorStatus(kCCSuccess)
}

/// Returns the most bytes that come out for as many that go in.
///
/// - Parameters:
///   - cryptorRef: The cipher.
///   - inputLength: The number of bytes that go in.
///   - final: Whether `CCCryptorFinal` follows, whose bytes are counted too.
/// - Returns: The number of bytes; 0 without a cipher.
public func CCCryptorGetOutputLength(
    _ cryptorRef: CCCryptorRef!,
    _ inputLength: Int,
    _ final: Bool
) -> Int {
    Cryptor.of(cryptorRef)?.cipher.outputLength(max(inputLength, 0), isLast: final) ?? 0
}

/// Ends a cipher that was made, and its key.
@discardableResult
public func CCCryptorRelease(_ cryptorRef: CCCryptorRef!) -> CCCryptorStatus {
    guard let cryptorRef else { return CCCryptorStatus(kCCParamError) }
    Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(cryptorRef)).release()
    return CCCryptorStatus(kCCSuccess)
}
