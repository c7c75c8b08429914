/// The reason why bytes could not be encrypted or decrypted, or a key could not be derived. The error contains no part of a key or a text.
public enum CryptographyError: Error, Hashable, Sendable {
    /// The sealed bytes are too short or were changed, or the key or the associated data differ.
    case notAuthentic
    /// The key has this number of bytes instead of the 32 bytes of AES-256.
    case keyLength(Int)
    /// The text or the associated data has 2 GiB or more.
    case tooLong
    /// A cost of scrypt is not allowed (RFC 7914 §2), or demands more memory than can be counted.
    case cost
    /// A function of libcrypto failed, for this reason in OpenSSL's words. The usual reason is a lack of memory.
    case failed(function: String, reason: String)
}
