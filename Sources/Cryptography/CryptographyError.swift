/// The reason why a function failed, without any part of a key or a text.
public enum CryptographyError: Error, Hashable, Sendable {
    /// The sealed bytes were changed, or the key or the associated data are not those of the encryption.
    case notAuthentic
    /// The key has this number of bytes instead of 32.
    case keyLength(Int)
    /// The text or the associated data has 2 GiB or more.
    case tooLong
    /// A cost parameter of scrypt is not allowed (RFC 7914 §2), or the required memory exceeds the range of `Int`.
    case cost
    /// A function of libcrypto failed. `reason` is OpenSSL's message; the usual cause is a lack of memory.
    case failed(function: String, reason: String)
}
