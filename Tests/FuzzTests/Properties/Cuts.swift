/// Ways in which a network may cut the same bytes.
enum Cuts {
    /// Returns the ends of the pieces: whole, byte by byte, and twice at random positions derived from the bytes.
    static func all(of input: [UInt8]) -> [[Int]] {
        var generator = SplitMix(of: input)
        let random = (0..<2).map { _ in
            let most = Int.random(in: 1...4, using: &generator)
            let cuts = (0..<most).map { _ in Int.random(in: 0...input.count, using: &generator) }
            return cuts.sorted() + [input.count]
        }
        return [[input.count], Array(0...input.count).dropFirst() + []] + random
    }
}

/// A random number generator with the same numbers for the same seed (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators").
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Derives the seed from bytes.
    init(of bytes: [UInt8]) {
        state = bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Calls `body` with a copy of the bytes in a block of exactly their size, so that AddressSanitizer detects a read
/// beyond the end.
func withExactBytes<Result>(
    _ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
    let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    defer { block.deallocate() }
    _ = block.initialize(from: bytes)
    return try body(UnsafeBufferPointer(block))
}
