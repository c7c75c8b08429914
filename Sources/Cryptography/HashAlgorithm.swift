import CLibcrypto

/// A hash function of libcrypto. If memory is exhausted, it ends the process, as an array does.
struct HashAlgorithm: @unchecked Sendable {
    // Safety: libcrypto does not change an algorithm that was fetched. The algorithm is never freed.
    fileprivate let method: OpaquePointer
    private let digestLength: Int

    // The search for an algorithm takes longer than the hash of a short text, so each is fetched once.
    static let sha256 = HashAlgorithm("SHA2-256")
    static let sha1 = HashAlgorithm("SHA1")
    static let md5 = HashAlgorithm("MD5")

    private init(_ name: String) {
        guard let method = EVP_MD_fetch(Libcrypto.context.pointer, name, nil) else {
            fatalError("libcrypto does not have \(name)")
        }
        self.method = method
        digestLength = Int(EVP_MD_get_size(method))
    }

    /// Returns the digest of the bytes. O(bytes).
    func digest(of bytes: some Sequence<UInt8>) -> Digest {
        bytes.withContiguousBytes { buffer in
            digest { EVP_Digest(buffer.baseAddress, buffer.count, $0, nil, method, nil) }
        }
    }

    /// Creates a digest with a function that writes the digest and returns 1 on success. Any other status ends the process.
    fileprivate func digest(_ write: (UnsafeMutablePointer<UInt8>?) -> Int32) -> Digest {
        let bytes = [UInt8](unsafeUninitializedCapacity: digestLength) { buffer, count in
            guard write(buffer.baseAddress) == 1 else { fatalError("libcrypto has no memory for a digest") }
            count = digestLength
        }
        return Digest(bytes)
    }
}

/// The state of a hash function between two pieces of its input.
final class HashContext: @unchecked Sendable {
    // Safety: the value that owns a context changes the context only while no other value shares it.
    private let pointer: OpaquePointer
    private let algorithm: HashAlgorithm

    init(_ algorithm: HashAlgorithm) {
        self.algorithm = algorithm
        pointer = Self.allocate()
        guard EVP_DigestInit_ex2(pointer, algorithm.method, nil) == 1 else { Self.fail() }
    }

    /// Creates a copy of a context. Both then continue independently.
    init(copying other: HashContext) {
        algorithm = other.algorithm
        pointer = Self.allocate()
        guard EVP_MD_CTX_copy_ex(pointer, other.pointer) == 1 else { Self.fail() }
    }

    deinit { EVP_MD_CTX_free(pointer) }

    func update(_ bytes: some Sequence<UInt8>) {
        bytes.withContiguousBytes { buffer in
            guard EVP_DigestUpdate(pointer, buffer.baseAddress, buffer.count) == 1 else { Self.fail() }
        }
    }

    /// Returns the digest of all pieces, after which the context must not be used.
    func finalize() -> Digest { algorithm.digest { EVP_DigestFinal_ex(pointer, $0, nil) } }

    private static func allocate() -> OpaquePointer {
        guard let pointer = EVP_MD_CTX_new() else { fail() }
        return pointer
    }

    private static func fail() -> Never { fatalError("libcrypto has no memory for a digest") }
}

extension Sequence<UInt8> {
    /// Passes the bytes to `body` in one buffer. Bytes that are not stored contiguously are copied first.
    fileprivate func withContiguousBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}
