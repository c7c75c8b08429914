/// Hash functions that must not protect anything: texts with the same digest are known for MD5 (RFC 6151) and for SHA-1 (Stevens et al., "The first
/// collision for full SHA-1", 2017). Use them only where a protocol demands them.
public enum Insecure {
    /// SHA-1 (FIPS 180-4 §6.1), for identifiers that are computed from a name (RFC 9562 §5.5).
    public enum SHA1 {
        /// Returns the digest of the bytes. O(bytes).
        public static func hash(data bytes: some Sequence<UInt8>) -> Digest { HashAlgorithm.sha1.digest(of: bytes) }
    }

    /// MD5 (RFC 1321), for the sign-in of Subsonic's protocol.
    public enum MD5 {
        /// Returns the digest of the bytes. O(bytes).
        public static func hash(data bytes: some Sequence<UInt8>) -> Digest { HashAlgorithm.md5.digest(of: bytes) }
    }
}
