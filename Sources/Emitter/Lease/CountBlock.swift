/// The packet counts that are reserved for a lease, and those of them that are used (spec Decided 12).
///
/// Counts are reserved in the database before they are used, so that a successor's counts start above them. Phones ignore packets with lower counts.
package struct CountBlock: Sendable, Hashable {
    /// The number of counts reserved at a time. At ten packets per second, they last for more than 16 minutes without a database.
    package static let size: Int32 = 10_000
    /// The highest count. Phones may store counts in a signed 32-bit integer.
    static let highest = Int32.max

    /// The last count used; initially the count before the block.
    private(set) var last: Int32
    /// The last reserved count.
    private(set) var reserved: Int32

    /// Creates the block of `size` counts that ends at `reserved`.
    init(endingAt reserved: Int32) {
        last = max(0, reserved - Self.size)
        self.reserved = reserved
    }

    /// Whether the next renewal should reserve more counts: fewer than `size` are left, and the highest count is not reserved yet.
    var wantsMore: Bool { reserved - last < Self.size && reserved < Self.highest }

    /// Takes and returns the next count. When all counts are used, returns the last one again: phones that have received no packet yet still get the
    /// position, and others drop the packet as a repeat.
    mutating func take() -> Int32 {
        if last < reserved { last += 1 }
        return last
    }

    /// Extends the block to a new last reserved count. A lower count changes nothing.
    mutating func extend(to reserved: Int32) { self.reserved = max(self.reserved, reserved) }
}
