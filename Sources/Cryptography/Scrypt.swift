import CLibcrypto

/// scrypt (RFC 7914), which derives a key from a password at a chosen cost of time and memory.
public enum Scrypt {
    /// Derives a key of `outputByteCount` bytes. Blocks for long and takes about 128 · N · r bytes of memory, so call it on a worker thread only.
    ///
    /// An empty password and one zero byte give the same key, because HMAC pads its key with zeros (RFC 2104 §2). The arrays of the caller are not
    /// wiped. Throws `cost`, or `failed` if libcrypto has no memory.
    ///
    /// - Parameters:
    ///   - rounds: N, a power of two above 1 and below 2^(16 · r).
    ///   - blockSize: r, at least 1; r · p must be below 2^30.
    ///   - parallelism: p, at least 1.
    public static func deriveKey(
        from password: [UInt8], salt: [UInt8], outputByteCount: Int, rounds: Int, blockSize: Int, parallelism: Int
    ) throws(CryptographyError) -> [UInt8] {
        guard rounds > 1, rounds.nonzeroBitCount == 1, blockSize > 0, parallelism > 0,
            let memory = memory(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        else { throw .cost }
        var key = [UInt8](repeating: 0, count: outputByteCount)
        let status = password.withUnsafeBytes { password in
            EVP_PBE_scrypt_ex(
                password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
                UInt64(rounds), UInt64(blockSize), UInt64(parallelism), memory, &key, outputByteCount,
                Libcrypto.context.pointer, nil)
        }
        try Libcrypto.check(status, "EVP_PBE_scrypt_ex")
        return key
    }

    /// Returns the memory that libcrypto needs, in bytes; `nil` beyond the limits of RFC 7914 or of `Int`. By default, libcrypto allows only 32 MiB.
    private static func memory(rounds: Int, blockSize: Int, parallelism: Int) -> UInt64? {
        let (product, isTooLarge) = blockSize.multipliedReportingOverflow(by: parallelism)
        guard !isTooLarge, product < 1 << 30 else { return nil }
        // N < 2 ^ (128 · r / 8).
        guard blockSize > 3 || rounds < 1 << (16 * blockSize) else { return nil }
        let (blocks, isBeyond) = rounds.addingReportingOverflow(parallelism + 2)
        let (bytes, overflow) = blocks.multipliedReportingOverflow(by: 128 * blockSize)
        return isBeyond || overflow ? nil : UInt64(bytes)
    }
}
