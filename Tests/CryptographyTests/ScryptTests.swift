import Cryptography
import Testing

struct ScryptTests {
    /// The test vectors of RFC 7914 §12, except the last one, which takes 1 GiB of memory.
    @Test(arguments: [
        (
            "", "", 16, 1, 1,
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", 1024, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", 16384, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func scryptMatchesTheTestVectorsOfRFC7914(
        password: String, salt: String, rounds: Int, blockSize: Int, parallelism: Int, expected: String
    ) throws {
        let key = try Scrypt.deriveKey(
            from: Array(password.utf8), salt: Array(salt.utf8), outputByteCount: 64, rounds: rounds,
            blockSize: blockSize, parallelism: parallelism)
        #expect(key == [UInt8](hexadecimal: expected))
    }

    /// libcrypto's own limit is 32 MiB.
    @Test func aKeyDerivationMayUseMoreMemoryThanTheDefaultLimitOfLibcrypto() throws {
        let key = try Scrypt.deriveKey(
            from: [1], salt: [2], outputByteCount: 16, rounds: 1 << 16, blockSize: 8, parallelism: 1)
        #expect(key.count == 16)
    }

    /// Hashes of empty passwords were stored as hashes of a zero byte.
    @Test func anEmptyPasswordGivesTheSameKeyAsAZeroByte() throws {
        let keys = try [[], [0], [0, 1]].map {
            try Scrypt.deriveKey(
                from: $0, salt: [1, 2, 3], outputByteCount: 32, rounds: 16, blockSize: 8, parallelism: 1)
        }
        #expect(keys[0] == keys[1])
        #expect(keys[0] != keys[2])
    }

    /// RFC 7914 §2 and §6: N is a power of two above 1 and below 2^(16 r); r · p is below 2^30.
    @Test(arguments: [
        (0, 8, 1), (1, 8, 1), (1000, 8, 1), (-16, 8, 1), (16, 0, 1), (16, -1, 1), (16, 8, 0), (1 << 16, 1, 1),
        (16, 1 << 15, 1 << 15), (1 << 62, 8, 1), (16, .max, 1), (16, 1, .max),
    ])
    func aCostOutOfRangeIsRefused(rounds: Int, blockSize: Int, parallelism: Int) {
        #expect(throws: CryptographyError.cost) {
            try Scrypt.deriveKey(
                from: [1], salt: [2], outputByteCount: 32, rounds: rounds, blockSize: blockSize,
                parallelism: parallelism)
        }
    }

    /// The cost needs 4 EiB of memory, which no machine has.
    @Test func aFailureOfLibcryptoNamesTheFunctionAndTheReason() {
        #expect(throws: CryptographyError.failed(function: "EVP_PBE_scrypt_ex", reason: "malloc failure")) {
            try Scrypt.deriveKey(
                from: [1], salt: [2], outputByteCount: 32, rounds: 1 << 52, blockSize: 8, parallelism: 1)
        }
    }
}
