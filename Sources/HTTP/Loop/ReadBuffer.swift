/// The read buffer shared by all connections of a loop. An idle connection has no buffer of its own (spec H1).
struct ReadBuffer: ~Copyable {
    let storage: UnsafeMutableBufferPointer<UInt8>

    init(capacity: Int = 64 * 1024) {
        storage = .allocate(capacity: capacity)
        storage.initialize(repeating: 0)
    }

    deinit { storage.deallocate() }

    /// Returns the first `count` bytes, valid until the next read.
    func bytes(_ count: Int) -> Bytes { Bytes(rebasing: storage[..<count]) }
}
