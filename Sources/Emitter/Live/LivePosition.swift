/// The position of the live concert.
struct LivePosition: Sendable, Hashable {
    /// The canonical name of the piece (spec N4).
    let name: String
    /// The number of the measure as heard, from 1.
    let measure: Int32
}
