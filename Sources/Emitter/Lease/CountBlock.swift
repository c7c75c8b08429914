/// The reserved counts of a lease that may still be sent (spec Decided 12).
///
/// Counts are reserved in the database before they are used. So a successor starts above all of them, and phones, which
/// compare counts, do not ignore it.
struct CountBlock: Sendable, Hashable {
    /// The number of counts reserved at a time and kept in reserve. At ten packets a second it lasts for more than 16 minutes
    /// without a database.
    static let size: Int32 = 10_000
    /// The highest count. Phones may read it into a signed 32-bit integer.
    static let highest = Int32.max

    /// The last count used; at first the one before the block.
    private(set) var last: Int32
    /// The last reserved count.
    private(set) var reserved: Int32

    /// Makes the block of `size` counts that ends at `reserved`.
    init(endingAt reserved: Int32) {
        last = max(0, reserved - Self.size)
        self.reserved = reserved
    }

    /// Whether the next renewal should reserve more.
    var wantsMore: Bool { reserved - last < Self.size && reserved < Self.highest }

    /// Takes the next count. When all are used, returns the last one again: late phones still get the position, and the
    /// others drop the packet as repeated.
    mutating func take() -> Int32 {
        if last < reserved { last += 1 }
        return last
    }

    /// Extends the block to a new last reserved count.
    mutating func extend(to reserved: Int32) { self.reserved = max(self.reserved, reserved) }
}
