import CLibcrypto

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D): encryption that detects every change of the text or of the associated data.
///
/// The value wipes its own copy of the key at the end of its life. The caller's key and the decrypted texts are not wiped.
public struct AESGCM: Sendable {
    /// The length of a key in bytes.
    public static let keyLength = 32
    /// The length of the nonce in bytes (§5.2.1.1).
    static let nonceLength = 12
    /// The length of the tag in bytes, the longest of GCM.
    static let tagLength = 16

    private let key: Key

    /// Creates a cipher. Throws `keyLength` unless the key has 32 bytes.
    public init(key: [UInt8]) throws(CryptographyError) {
        guard key.count == Self.keyLength else { throw .keyLength(key.count) }
        self.key = Key(key)
    }

    /// Encrypts a text with a new random nonce. O(bytes).
    ///
    /// Seal at most 2^32 texts with a key, so that a repeated nonce stays improbable (§8.3). Throws `tooLong` for 2 GiB or more, or `failed`.
    ///
    /// - Parameter data: The associated data, which are authenticated and not stored.
    /// - Returns: The nonce (12 bytes), the encrypted text (as long as the text) and the tag (16 bytes).
    public func seal(_ text: [UInt8], authenticating data: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try seal(text, nonce: RandomBytes.make(count: Self.nonceLength), authenticating: data)
    }

    /// Encrypts a text with a given nonce of 12 bytes, which must be new for this key. Only `seal(_:authenticating:)` and tests with known nonces may
    /// call this function.
    func seal(_ text: [UInt8], nonce: [UInt8], authenticating data: [UInt8]) throws(CryptographyError) -> [UInt8] {
        precondition(nonce.count == Self.nonceLength)
        let (textCount, dataCount) = try Self.counts(text, data)
        let context = try Self.makeContext()
        defer { EVP_CIPHER_CTX_free(context) }
        var (encrypted, count) = ([UInt8](repeating: 0, count: text.count), Int32(0))
        var tag = [UInt8](repeating: 0, count: Self.tagLength)
        try Libcrypto.check(
            EVP_EncryptInit_ex2(context, Self.cipher.pointer, key.bytes, nonce, nil), "EVP_EncryptInit_ex2")
        try Libcrypto.check(EVP_EncryptUpdate(context, nil, &count, data, dataCount), "EVP_EncryptUpdate")
        try Libcrypto.check(EVP_EncryptUpdate(context, &encrypted, &count, text, textCount), "EVP_EncryptUpdate")
        // Nothing remains to be written, but the function needs an address.
        try Libcrypto.check(EVP_EncryptFinal_ex(context, &tag, &count), "EVP_EncryptFinal_ex")
        try Libcrypto.check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagLength), &tag), "EVP_CIPHER_CTX_ctrl")
        return nonce + encrypted + tag
    }

    /// Decrypts the result of `seal` and returns the text. O(bytes).
    ///
    /// Throws `notAuthentic` if the sealed bytes were changed, or if the key or the associated data are not those of `seal`; `tooLong` for 2 GiB or
    /// more; or `failed`.
    ///
    /// - Parameter data: The associated data that were passed to `seal`.
    public func open(
        _ sealed: some Collection<UInt8>, authenticating data: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        guard sealed.count >= Self.nonceLength + Self.tagLength else { throw .notAuthentic }
        let nonce = Array(sealed.prefix(Self.nonceLength))
        let encrypted = Array(sealed.dropFirst(Self.nonceLength).dropLast(Self.tagLength))
        var tag = Array(sealed.suffix(Self.tagLength))
        let (textCount, dataCount) = try Self.counts(encrypted, data)
        let context = try Self.makeContext()
        defer { EVP_CIPHER_CTX_free(context) }
        var (text, count) = ([UInt8](repeating: 0, count: encrypted.count), Int32(0))
        try Libcrypto.check(
            EVP_DecryptInit_ex2(context, Self.cipher.pointer, key.bytes, nonce, nil), "EVP_DecryptInit_ex2")
        try Libcrypto.check(EVP_DecryptUpdate(context, nil, &count, data, dataCount), "EVP_DecryptUpdate")
        try Libcrypto.check(EVP_DecryptUpdate(context, &text, &count, encrypted, textCount), "EVP_DecryptUpdate")
        try Libcrypto.check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagLength), &tag), "EVP_CIPHER_CTX_ctrl")
        // The tag is compared in constant time. Until then the text may be anything.
        guard EVP_DecryptFinal_ex(context, &tag, &count) == 1 else {
            ERR_clear_error()
            throw .notAuthentic
        }
        return text
    }

    private static func counts(_ text: [UInt8], _ data: [UInt8]) throws(CryptographyError) -> (Int32, Int32) {
        guard let text = Int32(exactly: text.count), let data = Int32(exactly: data.count) else { throw .tooLong }
        return (text, data)
    }

    private static func makeContext() throws(CryptographyError) -> OpaquePointer {
        guard let context = EVP_CIPHER_CTX_new() else { throw Libcrypto.failure(of: "EVP_CIPHER_CTX_new") }
        return context
    }

    private static let cipher: Cipher = {
        guard let pointer = EVP_CIPHER_fetch(Libcrypto.context.pointer, "AES-256-GCM", nil) else {
            fatalError("libcrypto does not have AES-256-GCM")
        }
        return Cipher(pointer: pointer)
    }()

    private struct Cipher: @unchecked Sendable {
        // Safety: libcrypto does not change a cipher that was fetched. The cipher is never freed.
        let pointer: OpaquePointer
    }

    private final class Key: @unchecked Sendable {
        // Safety: the bytes change only in `deinit`. No other array shares their storage, so the storage itself is wiped.
        private(set) var bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes.map(\.self) }

        deinit { bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    }
}
