/// A column that an import writes, with the expressions for its value.
struct ImportColumn: Sendable {
    let name: StaticString
    /// The expression for the value in the source, from the staged item `s` or from the row of `reference`.
    let staged: StatementTemplate
    /// The name of the reference whose row contains the value; `nil` for a value of the item itself.
    private(set) var reference: StaticString?
    /// The expression for the value of a new row, from the staged values `w`.
    private(set) var whenNew: StatementTemplate
    /// The expression for the value of an existing row `t`, from the staged values `w`; `nil` if only new rows set the column.
    private(set) var whenChanged: StatementTemplate?

    init(_ name: StaticString, _ staged: StatementTemplate) {
        self.name = name
        self.staged = staged
        whenNew = "w.\(name)"
        whenChanged = "w.\(name)"
    }

    /// Creates a column with the value of the item's member `member`, or of the member with the column's name if `member` is `nil`. If the item does
    /// not have the member, the value is `absent`, or null if `absent` is `nil`. `type` is the SQL type of the value; `nil` for text.
    private init(
        _ name: StaticString, _ member: StaticString?, _ type: StaticString?, orElse absent: StaticString?
    ) {
        var value: StatementTemplate = "s.item ->> '\(member ?? name)'"
        if let type { value = "(\(value))::\(type)" }
        if let absent { value = "coalesce(\(value), \(absent))" }
        self.init(name, value)
    }

    static func text(_ name: StaticString, _ member: StaticString? = nil, orElse absent: StaticString? = nil) -> Self {
        Self(name, member, nil, orElse: absent)
    }

    static func integer(_ name: StaticString, _ member: StaticString? = nil, orElse absent: StaticString? = nil) -> Self
    {
        Self(name, member, "integer", orElse: absent)
    }

    static func bigint(_ name: StaticString, _ member: StaticString? = nil, orElse absent: StaticString? = nil) -> Self
    {
        Self(name, member, "bigint", orElse: absent)
    }

    static func timestamp(_ name: StaticString, _ member: StaticString) -> Self {
        Self(name, member, "timestamptz", orElse: nil)
    }

    /// Returns a column that is true if the item has the member, because false members are not staged; with `isNegated`, the opposite.
    static func flag(_ name: StaticString, _ member: StaticString, isNegated: Bool = false) -> Self {
        Self(name, isNegated ? "not s.item ? '\(member)'" : "s.item ? '\(member)'")
    }

    /// Returns a column with the value of the same column in a referenced row.
    static func of(_ reference: StaticString, _ name: StaticString) -> Self {
        var column = Self(name, "\(reference).\(name)")
        column.reference = reference
        return column
    }

    /// The column for the item's picture. A row keeps its picture if the item has none.
    static let art = of("art", "art_id").kept

    /// A copy of this column that keeps the value of an existing row if the item has none.
    var kept: Self { whenChanged("coalesce(w.\(name), t.\(name))") }

    /// A copy of this column that only new rows set.
    var fixed: Self {
        var column = self
        column.whenChanged = nil
        return column
    }

    func whenNew(_ value: StatementTemplate) -> Self {
        var column = self
        column.whenNew = value
        return column
    }

    func whenChanged(_ value: StatementTemplate) -> Self {
        var column = self
        column.whenChanged = value
        return column
    }
}
