/// The random numbers of a concert (SplitMix64): the same seed gives the same numbers.
struct SimulationRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns a number from 0 to `limit - 1`. The small bias does not matter here.
    mutating func below(_ limit: Int64) -> Int64 { Int64(next() >> 1) % max(1, limit) }

    /// Returns `true` in `thousandths` of 1000 cases.
    mutating func chance(_ thousandths: Int64) -> Bool { below(1000) < thousandths }
}
