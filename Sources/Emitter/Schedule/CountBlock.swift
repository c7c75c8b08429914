/// The counts that a lease has reserved and that may still be sent (spec Decided 12).
///
/// They are reserved in the database before they are used, so that whoever takes over starts above all of them,
/// and phones, which compare counts, never ignore him.
struct CountBlock: Sendable, Hashable {
    /// How many are reserved at a time, and how many are kept ahead: at ten packets a second, more than 16 minutes
    /// without a database.
    static let size: Int32 = 10_000
    /// Phones may read the count into 32 bits with a sign.
    static let highest = Int32.max

    /// The last one that was handed out; at first the one before the block.
    private(set) var last: Int32
    /// The last one that is reserved.
    private(set) var reserved: Int32

    /// The block of `size` that ends at `reserved`.
    init(endingAt reserved: Int32) {
        last = max(0, reserved - Self.size)
        self.reserved = reserved
    }

    /// Whether the next renewal should reserve more.
    var wantsMore: Bool { reserved - last < Self.size && reserved < Self.highest }

    /// The next count. When all are used it is the last one again: nothing above it is ours, and phones that
    /// come late still learn where the music is, while the others drop the packet as a repeated one.
    mutating func take() -> Int32 {
        if last < reserved { last += 1 }
        return last
    }

    /// More has been reserved: everything up to `reserved`.
    mutating func extend(to reserved: Int32) { self.reserved = max(self.reserved, reserved) }
}
