// Keys of Apple's Secure Enclave that no token here makes.

extension SecureEnclave {
    /// Keys of ML-KEM-768 in a Secure Enclave.
    @available(*, unavailable, message: "No token makes keys of ML-KEM. Use MLKEM768 of Crypto.")
    public enum MLKEM768 {}

    /// Keys of ML-KEM-1024 in a Secure Enclave.
    @available(*, unavailable, message: "No token makes keys of ML-KEM. Use MLKEM1024 of Crypto.")
    public enum MLKEM1024 {}

    /// Keys of ML-DSA-65 in a Secure Enclave.
    @available(*, unavailable, message: "No token makes keys of ML-DSA. Use MLDSA65 of Crypto.")
    public enum MLDSA65 {}

    /// Keys of ML-DSA-87 in a Secure Enclave.
    @available(*, unavailable, message: "No token makes keys of ML-DSA. Use MLDSA87 of Crypto.")
    public enum MLDSA87 {}
}
