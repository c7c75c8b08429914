/// The rules for importing items of one kind, from which the statements that write the differences to the table are generated (decision 0061).
///
/// Rows are found by `source` and `source_key`. A row that equals its item is not written.
struct ImportKind: Sendable {
    /// The columns that count and date changes to a row.
    enum Stamp { case revision, updatedAt }

    let name: StaticString
    let table: StaticString
    let id: StaticString
    var stamps: Set<Stamp> = [.revision, .updatedAt]
    /// Whether items may be mentions (`Draft.isMention`).
    var hasMentions = false
    var references: [ImportReference] = []
    let columns: [ImportColumn]
    /// A further condition for updating a row `t` with the staged values `w`, starting with `and`; `nil` for none.
    var changesOnlyIf: StatementTemplate?
    /// A further condition for inserting the staged values `w`, starting with `and`; `nil` for none.
    var isNewOnlyIf: StatementTemplate?
    /// The insertion statement; `nil` for the generated one.
    var customInsertion: StatementTemplate?
    var parts: [ImportPart] = []
    /// The SQL expression for the message about an item whose required reference does not exist, which is a fault; `nil` if no reference is required.
    var unknownReference: StatementTemplate?
    /// The reference that must not change, and the SQL expression for the message about an item that changes it, which is a fault; `nil` for none.
    var permanent: (reference: ImportReference, message: StatementTemplate)?
    /// The steps between the checks of references and the writing of rows.
    var preparation: @Sendable (ImportKind) -> [Publication.Step] = { _ in [] }
    /// The steps after writing the rows of the table and of its dependent tables.
    var conclusion: @Sendable (ImportKind) -> [Publication.Step] = { _ in [] }

    var steps: [Publication.Step] {
        var steps: [Publication.Step] = []
        if let unknownReference { steps.append(refusingUnknownReferences(unknownReference)) }
        if let permanent { steps.append(refusingChange(of: permanent.reference, permanent.message)) }
        steps += preparation(self)
        steps += [.write(change), .write(customInsertion ?? insertion)]
        steps += parts.flatMap { $0.statements(of: self) }.map { .write($0) }
        return steps + conclusion(self)
    }

    // MARK: - Rows

    /// The statement that updates the rows that differ from their items, and marks these items as changed.
    var change: StatementTemplate {
        let changes = columns.filter { $0.whenChanged != nil }
        let settings = changes.map { "\($0.name) = \($0.whenChanged)" as StatementTemplate }
        let mention: StatementTemplate? =
            hasMentions
            ? """

                           and not s.is_mention
            """ : nil
        return """
            with changed as (
                update \(table) t
                   set \(settings + stamping, joined: ",\n           ")
                  from (\(items(with: changes))\(mention)) w
                 where t.tenant_id = \(.tenant)
                   and t.source = \(.source)
                   and t.source_key = w.key
                   and (\(changes.map { "t.\($0.name)" }, joined: ", ")) is distinct from
                       (\(changes.compactMap(\.whenChanged), joined: ", "))\(changesOnlyIf)
                returning t.source_key)
            \(marking("changed", as: "changed"))
            """
    }

    /// The statement that inserts rows for items without a row, and marks these items as new.
    var insertion: StatementTemplate {
        """
        with made as (
            insert into \(table) (tenant_id, \(columns.map { "\($0.name)" }, joined: ", "), source, source_key)
            select \(.tenant), \(columns.map(\.whenNew), joined: ", "), \(.source), w.key
              from (\(items(with: columns))) w
             where not exists (select from \(table) t
                                where t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = w.key)\(isNewOnlyIf)
             order by w.n
            returning source_key)
        \(marking("made", as: "new"))
        """
    }

    /// The statement that updates the stamps of rows for which only dependent tables changed, and marks their items as changed.
    var revision: StatementTemplate {
        """
        with touched as (
            update \(table) t
               set \(stamping, joined: ", ")
              from app.radio_stage s
             where t.tenant_id = \(.tenant)
               and t.source = \(.source)
               and s.tenant_id = \(.tenant)
               and s.kind = '\(name)'
               and s.key = t.source_key
               and s.state = 'staged'
               and s.is_touched
            returning t.source_key)
        \(marking("touched", as: "changed"))
        """
    }

    var stamping: [StatementTemplate] {
        (stamps.contains(.revision) ? ["revision = t.revision + 1"] : [])
            + (stamps.contains(.updatedAt) ? ["updated_at = now()"] : [])
    }

    private func items(with columns: [ImportColumn]) -> StatementTemplate {
        let values = columns.map { "\($0.staged) as \($0.name)" as StatementTemplate }
        let joins = references(of: columns).map { "\n              \($0.join)" as StatementTemplate }
        return """
            select s.n, s.key, s.id,
                               \(values, joined: ",\n                   ")
                          from app.radio_stage s\(joins, joined: "")
                         where s.tenant_id = \(.tenant)
                           and s.kind = '\(name)'
                           and s.state = 'staged'
            """
    }

    /// Returns the references that the columns read, and the references to shows on which they depend (`ImportReference.sameShowAs`).
    private func references(of columns: [ImportColumn]) -> [ImportReference] {
        let read = Set(columns.compactMap { $0.reference?.description })
        let needed = references.filter { read.contains($0.name.description) }
        let shows = Set(needed.compactMap { $0.sameShowAs?.description })
        return references.filter { read.union(shows).contains($0.name.description) }
    }

    /// Returns the joins of the references with these names to the item `s`.
    func joining(_ names: StaticString...) -> StatementTemplate {
        let names = Set(names.map(\.description))
        let joins = references.filter { names.contains($0.name.description) }
        return "\(joins.map { "\n  \($0.join)" }, joined: "")"
    }

    private func marking(_ rows: StaticString, as state: StaticString) -> StatementTemplate {
        """
        update app.radio_stage s
           set state = '\(state)'
          from \(rows) m
         where s.tenant_id = \(.tenant)
           and s.kind = '\(name)'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }

    // MARK: - Faults

    private func refusingUnknownReferences(_ message: StatementTemplate) -> Publication.Step {
        let unknown = references.filter { $0.need != .optional }.map(\.isUnknown)
        return refusing("(\(unknown, joined: "\n            or "))", message)
    }

    private func refusingChange(of reference: ImportReference, _ message: StatementTemplate) -> Publication.Step {
        refusing(
            """
            t.tenant_id = \(.tenant)
                   and t.source = \(.source)
                   and t.source_key = s.key
                   and r.source_key is distinct from s.item ->> '\(reference.name)'
            """, message,
            from: """

                      from \(table) t
                      join \(reference.table) r on r.tenant_id = t.tenant_id and r.\(reference.name)_id = t.\(reference.name)_id
                """)
    }

    /// Returns a step that marks the staged items that meet a condition as faulty, and reports their number and the first 500. The condition and the
    /// message are SQL expressions.
    ///
    /// - Parameter tables: The clause `from` with the other tables of the condition; `nil` for none.
    func refusing(
        _ condition: StatementTemplate, _ message: StatementTemplate, from tables: StatementTemplate? = nil
    ) -> Publication.Step {
        .report(
            .fault,
            """
            with faulty as (
                update app.radio_stage s
                   set state = 'fault'\(tables)
                 where s.tenant_id = \(.tenant)
                   and s.kind = '\(name)'
                   and s.state = 'staged'
                   and \(condition)
                returning s.n, s.file, s.line, s.detail,
                          \(message) as message)
            select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
            """)
    }

    /// Returns a step that reports the items that meet a condition: the number and the first 500. An item is reported once for each combination with
    /// joined rows, or once for each group.
    ///
    /// - Parameters:
    ///   - states: The comparison for the states of the items.
    ///   - joins: Additional joins, each after a line break; `nil` for none.
    ///   - group: The clause `group by`, after a line break; `nil` for none.
    func reporting(
        _ finding: Publication.Finding, _ message: StatementTemplate, in states: StatementTemplate = "= 'staged'",
        joins: StatementTemplate? = nil, where condition: StatementTemplate, groupedBy group: StatementTemplate? = nil
    ) -> Publication.Step {
        .report(
            finding,
            """
            select count(*) over () as total, s.file, s.line, s.detail,
                   \(message) as message
              from app.radio_stage s\(joins)
             where s.tenant_id = \(.tenant)
               and s.kind = '\(name)'
               and s.state \(states)
               and \(condition)\(group)
             order by s.n
             limit 500
            """)
    }

    /// The comparison for the states of items that are neither faulty nor duplicates.
    static let sound: StatementTemplate = "in ('staged', 'new', 'changed')"

    /// Returns the clauses `from` and `where` that read the items, except faulty ones and duplicates, with their rows `t` and additional joins.
    func joinedRows(_ joins: StatementTemplate, if condition: StatementTemplate? = nil) -> StatementTemplate {
        let condition = condition.map { "\n       and \($0)" as StatementTemplate }
        return """
            from app.radio_stage s
                  join \(table) t on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = s.key
                 \(joins)
                 where s.tenant_id = \(.tenant)
                   and s.kind = '\(name)'
                   and s.state \(Self.sound)\(condition)
            """
    }
}
