/// Where the music is.
struct LivePosition: Sendable, Hashable {
    /// The canonical name of the piece (spec N4).
    let name: String
    /// As heard, from 1.
    let measure: Int32
}
