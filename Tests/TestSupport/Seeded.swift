/// A random number generator with the same numbers in every run (SplitMix64).
public struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    public init(_ seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a random element.
    public mutating func one<Value>(of values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }

    /// Returns a random non-empty selection in half of the cases, otherwise none.
    public mutating func some<Value>(of values: [Value], atMost most: Int) -> [Value] {
        guard Bool.random(using: &self) else { return [] }
        return (0..<Int.random(in: 1...most, using: &self)).map { _ in one(of: values) }
    }
}
