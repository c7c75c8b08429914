/// A column that an import writes: its value in a staged item, and how a change updates it.
struct ImportColumn: Sendable {
    let name: StaticString
    /// The value that the source gives, read from the item `s`.
    let staged: StatementTemplate
    /// The reference from whose row it is read.
    private(set) var reference: StaticString?
    /// The value of a new row, from the staged values `w`.
    private(set) var whenNew: StatementTemplate
    /// The value of an existing row `t`; `nil` for a column that only new rows set.
    private(set) var whenChanged: StatementTemplate?

    /// A column by its expression.
    init(_ name: StaticString, _ staged: StatementTemplate) {
        self.name = name
        self.staged = staged
        whenNew = "w.\(name)"
        whenChanged = "w.\(name)"
    }

    /// A column with a member of the item, `NULL` or `absent` where the item has none.
    ///
    /// - Parameter member: where it is not called like the column.
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

    /// True where the item has the member, since false members are not staged; with `not`, false there.
    static func flag(_ name: StaticString, _ member: StaticString, isNegated: Bool = false) -> Self {
        Self(name, isNegated ? "not s.item ? '\(member)'" : "s.item ? '\(member)'")
    }

    /// The column of the same name of the row that a reference has found.
    static func of(_ reference: StaticString, _ name: StaticString) -> Self {
        var column = Self(name, "\(reference).\(name)")
        column.reference = reference
        return column
    }

    /// The item's picture. A row keeps its picture if the source has none.
    static let art = of("art", "art_id").kept

    /// The same column, which keeps its value if the source has none.
    var kept: Self { whenChanged("coalesce(w.\(name), t.\(name))") }

    /// The same column, which only new rows set.
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
