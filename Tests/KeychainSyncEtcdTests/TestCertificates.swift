import Foundation

/// Certificates for servers on this machine: of `server` and `client` by the authority `authority`, and
/// of `stranger` by the authority `other`.
enum TestCertificates {
    /// Makes them; each is a file `NAME.pem`, and its key `NAME.key`.
    static func make(in folder: String) throws {
        let script = """
            set -e
            cd "$0"
            for name in authority other; do
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                    -subj "/CN=$name" -keyout $name.key -out $name.pem
            done
            echo 'subjectAltName=IP:127.0.0.1' >extensions
            for name in server client stranger; do
                openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=$name \
                    -keyout $name.key -out $name.csr
                signer=authority
                [ $name != stranger ] || signer=other
                openssl x509 -req -in $name.csr -CA $signer.pem -CAkey $signer.key \
                    -CAcreateserial -days 2 -extfile extensions -out $name.pem
            done
            """
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, folder]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw EtcdCluster.Failure.notReady }
    }
}
