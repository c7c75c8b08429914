/// FNV-1a over 128 bits (Fowler, Noll, Vo): identifies a revision of content by its bytes.
///
/// Not a cryptographic hash: an attacker would have to write both colliding contents and would only make the cache of their own
/// pages stale. It costs about 2 ns per byte, once per revision and off the loops.
enum ContentHash {
    /// An entity tag of 32 hexadecimal digits in quotes.
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
