/// A column that an import writes, with its value in a staged item and the way a change updates it.
struct ImportColumn: Sendable {
    let name: StaticString
    /// The expression for the source's value, read from the item `s`.
    let staged: StatementTemplate
    /// The reference whose row contains the value; `nil` for a value of the item itself.
    private(set) var reference: StaticString?
    /// The expression for a new row's value, from the staged values `w`.
    private(set) var whenNew: StatementTemplate
    /// The expression for an existing row's value, from the row `t` and the staged values `w`; `nil` for a column that
    /// only new rows set.
    private(set) var whenChanged: StatementTemplate?

    /// Creates a column from its expression.
    init(_ name: StaticString, _ staged: StatementTemplate) {
        self.name = name
        self.staged = staged
        whenNew = "w.\(name)"
        whenChanged = "w.\(name)"
    }

    /// Creates a column with a member of the item. An item without the member gives `absent`, or `NULL` if `absent` is
    /// `nil`.
    ///
    /// - Parameter member: the name of the member; `nil` if the name is that of the column.
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

    /// Returns a column that is true if the item has the member, since false members are not staged. With `isNegated`,
    /// the column is false if the item has the member.
    static func flag(_ name: StaticString, _ member: StaticString, isNegated: Bool = false) -> Self {
        Self(name, isNegated ? "not s.item ? '\(member)'" : "s.item ? '\(member)'")
    }

    /// Returns a column with the value of the same column in the row found by a reference.
    static func of(_ reference: StaticString, _ name: StaticString) -> Self {
        var column = Self(name, "\(reference).\(name)")
        column.reference = reference
        return column
    }

    /// The column of the item's picture. A row keeps its picture if the source has none.
    static let art = of("art", "art_id").kept

    /// This column, changed so that an existing row keeps its value if the source has none.
    var kept: Self { whenChanged("coalesce(w.\(name), t.\(name))") }

    /// This column, changed so that only new rows set it.
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
