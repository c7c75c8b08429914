/// Whole numbers that a page's rules reckon with: custom properties of single elements, found by their ids.
///
/// A place in a picture depends on data, and the policy of pages lets no attribute `style` through. Names are literals of the
/// program and values are numbers, so that nothing else gets into a rule.
public struct PageNumbers: Sendable, Hashable {
    private(set) var rules: HTML = .empty

    public init() {}

    /// Gives values to the element whose id is a name and a number: `numbers.set("slot", 3, [("start", 900)])` is read by
    /// rules as `var(--start)`.
    public mutating func set(_ name: StaticString, _ number: Int, _ values: [(StaticString, Int)]) {
        let properties = values.map { name, value -> HTML in "--\(HTML(name)):\(value);" }
        rules = "\(rules)#\(HTML(name))\(number){\(properties)}\n"
    }
}
