/// A member of an item that contains the key of another item, with the query for that item's row.
struct ImportReference: Sendable {
    enum Requirement: Sendable {
        case required
        /// A row that must exist if the item has the member.
        case requiredIfNamed
        /// A row that may be missing; the column is then null.
        case optional
    }

    /// The name of the member, and of the joined row in statements.
    let name: StaticString
    let table: StaticString
    let need: Requirement
    /// The name of the reference to the show to which the row must belong; `nil` if the show does not matter.
    let sameShowAs: StaticString?
    /// The query for the rows to search; `nil` to search `table`.
    private let rows: StatementTemplate?
    private let key: StatementTemplate
    /// The condition that no row has the key in the item `s`; with `requiredIfNamed`, false for an item without the member.
    let isUnknown: StatementTemplate

    init(
        _ name: StaticString, _ table: StaticString, _ need: Requirement = .required,
        sameShowAs show: StaticString? = nil
    ) {
        self.name = name
        self.table = table
        self.need = need
        sameShowAs = show
        rows = nil
        key = "s.item ->> '\(name)'"
        let isNowhere = Self.isNowhere(table, "s.item ->> '\(name)'")
        isUnknown =
            switch need {
            case .required, .optional: isNowhere
            case .requiredIfNamed: "(s.item ? '\(name)' and \(isNowhere))"
            }
    }

    private init(
        _ name: StaticString, _ table: StaticString, _ need: Requirement, rows: StatementTemplate?,
        key: StatementTemplate,
        isUnknown: StatementTemplate
    ) {
        (self.name, self.table, self.need, sameShowAs) = (name, table, need, nil)
        (self.rows, self.key, self.isUnknown) = (rows, key, isUnknown)
    }

    static let show = ImportReference("show", "app.show")

    /// A channel of the source, or an existing channel that was found by its slug (`SlugChoice`).
    static let channel = ImportReference(
        "channel", "app.channel", .required, rows: knownChannels, key: "s.item ->> 'channel'",
        isUnknown: """
            (\(isNowhere("app.channel", "s.item ->> 'channel'"))
                           and not exists (select from app.radio_stage k
                                            where k.tenant_id = \(.tenant)
                                              and k.kind = 'channel'
                                              and k.id is not null
                                              and k.key = s.item ->> 'channel'))
            """)

    /// A picture, identified by the hash of the item's member `art`.
    static let art = ImportReference(
        "art", "app.art", .optional, rows: nil, key: "s.art_key", isUnknown: isNowhere("app.art", "s.art_key"))

    /// The query for the source's channels and for existing channels that were found by slug (`SlugChoice`).
    static let knownChannels: StatementTemplate = """
        (select t.channel_id, t.source_key
                              from app.channel t
                             where t.tenant_id = \(.tenant) and t.source = \(.source)
                            union all
                            select k.id, k.key
                              from app.radio_stage k
                             where k.tenant_id = \(.tenant) and k.kind = 'channel' and k.id is not null)
        """

    static func isNowhere(_ table: StaticString, _ key: StatementTemplate) -> StatementTemplate {
        """
        not exists (select from \(table) r
                                 where r.tenant_id = \(.tenant)
                                   and r.source = \(.source)
                                   and r.source_key = \(key))
        """
    }

    /// The join of the referenced row to the item `s`: an inner join for a required reference, else a left join.
    var join: StatementTemplate {
        let kind: StaticString = need == .required ? "join" : "left join"
        guard rows == nil else { return "\(kind) \(rows) \(name) on \(name).source_key = \(key)" }
        let show: StatementTemplate? = sameShowAs.map { " and \(name).show_id = \($0).show_id" }
        return """
            \(kind) \(table) \(name) on \(name).tenant_id = \(.tenant) and \(name).source = \(.source) and \(name).source_key = \(key)\(show)
            """
    }
}
