/// The 128-bit FNV-1a hash (Fowler, Noll, Vo), which identifies a revision of content by its bytes.
///
/// The hash is not cryptographic. This is acceptable, because an attacker would have to write both colliding contents. Hashing takes about 2 ns per
/// byte.
enum ContentHash {
    /// Returns an entity tag of 32 hexadecimal digits in quotes.
    static func tag(of bytes: [UInt8]) -> String {
        let digits = String(hash(bytes), radix: 16)
        return "\"" + String(repeating: "0", count: 32 - digits.count) + digits + "\""
    }

    static func hash(_ bytes: [UInt8]) -> UInt128 {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        return hash
    }
}
