/// Whole numbers for the style rules of a page, such as positions that depend on data: CSS custom properties of single elements, selected by id.
///
/// The content security policy forbids `style` attributes. Names are literals and values are whole numbers, so data cannot inject a rule.
public struct PageNumbers: Sendable, Hashable {
    private(set) var rules: HTML = .empty

    public init() {}

    /// Sets properties of the element whose id is `name` followed by `number`. `set("slot", 3, [("start", 900)])` sets `--start` of `#slot3`.
    public mutating func set(_ name: StaticString, _ number: Int, _ values: [(StaticString, Int)]) {
        let properties = values.map { name, value -> HTML in "--\(HTML(name)):\(value);" }
        rules = "\(rules)#\(HTML(name))\(number){\(properties)}\n"
    }
}
