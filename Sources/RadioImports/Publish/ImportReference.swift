/// A member of an item with the key of another item, and how the row of that item is found.
struct ImportReference: Sendable {
    /// Whether the row must exist.
    enum Need: Sendable {
        /// The row must exist; else the item is faulty.
        case required
        /// The row must exist if the item has the member.
        case requiredIfNamed
        /// The row may be missing; the column is null then.
        case optional
    }

    /// The name of the member, and of the row in statements.
    let name: StaticString
    let table: StaticString
    let need: Need
    /// Another reference, to a show, and the row found must belong to the same show.
    let sameShowAs: StaticString?
    /// Rows with the columns of the table that are read, and `source_key`, where that is more than the table.
    private let rows: StatementTemplate?
    private let key: StatementTemplate
    /// The condition that no row has the key of the item.
    let isUnknown: StatementTemplate

    init(
        _ name: StaticString, _ table: StaticString, _ need: Need = .required, sameShowAs show: StaticString? = nil
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
        _ name: StaticString, _ table: StaticString, _ need: Need, rows: StatementTemplate?, key: StatementTemplate,
        isUnknown: StatementTemplate
    ) {
        (self.name, self.table, self.need, sameShowAs) = (name, table, need, nil)
        (self.rows, self.key, self.isUnknown) = (rows, key, isUnknown)
    }

    static let show = ImportReference("show", "app.show")

    /// A channel of the source, or an existing channel found by its slug.
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

    /// A picture, which is identified by its content.
    static let art = ImportReference(
        "art", "app.art", .optional, rows: nil, key: "s.art_key", isUnknown: isNowhere("app.art", "s.art_key"))

    /// The channels of the source, and existing channels that were found by their slug (`SlugChoice`).
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

    /// The row of the reference, joined to the item `s`.
    var join: StatementTemplate {
        let kind: StaticString = need == .required ? "join" : "left join"
        guard rows == nil else { return "\(kind) \(rows) \(name) on \(name).source_key = \(key)" }
        let show: StatementTemplate? = sameShowAs.map { " and \(name).show_id = \($0).show_id" }
        return """
            \(kind) \(table) \(name) on \(name).tenant_id = \(.tenant) and \(name).source = \(.source) and \(name).source_key = \(key)\(show)
            """
    }
}
