/// The position of the live concert.
package struct LivePosition: Sendable, Hashable {
    /// The canonical name of the piece (spec N4).
    package let name: String
    /// The number of the measure as heard, from 1.
    package let measure: Int32

    package init(name: String, measure: Int32) {
        self.name = name
        self.measure = measure
    }
}
