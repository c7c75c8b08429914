import CFaultControl
import Cryptography

/// Derives a key, and encrypts and decrypts a text with it. Hash functions end the process without memory, so they are not tested.
struct CryptographyUse: LibraryUse {
    let allocation = FAULT_ALLOCATION_LIBCRYPTO
    private let text = Array("2-29-secret".utf8)

    func run() async throws -> UseOutcome {
        do throws(CryptographyError) {
            let key = try Scrypt.deriveKey(
                from: Array("correct horse".utf8), salt: [1, 2, 3], outputByteCount: AESGCM.keyLength, rounds: 16,
                blockSize: 8, parallelism: 1)
            let cipher = try AESGCM(key: key)
            let sealed = try cipher.seal(text, authenticating: [7])
            return try cipher.open(sealed, authenticating: [7]) == text ? .right : .wrong("another text came back")
        } catch {
            if case .failed = error { return .refused }
            return .wrong("\(error)")
        }
    }
}
