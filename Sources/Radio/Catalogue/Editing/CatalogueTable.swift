import Postgres
import Tenancy

/// The table of one kind of catalogue item, from which `CatalogueStore` composes statements. As in an import (decision 0061), all names of tables and
/// columns are literals.
package struct CatalogueTable<Content: CatalogueContent>: Sendable {
    /// A column and its value in the content of an item.
    package struct Column: Sendable {
        let name: StaticString
        let append: @Sendable (Content, inout SQL.StringInterpolation) -> Void
        private(set) var isFixed = false

        init<Value: PostgresEncodable & Sendable>(
            _ name: StaticString, _ value: @escaping @Sendable (Content) -> Value?
        ) {
            self.name = name
            append = { $1.appendInterpolation(value($0)) }
        }

        var fixed: Self {
            var column = self
            column.isFixed = true
            return column
        }
    }

    /// The columns that count and date changes to a row.
    enum Stamp { case none, revision, revisionAndTime }

    /// A term by which the list is ordered. The key is the last term.
    enum Order: Sendable {
        case by(StaticString)
        /// The text of a column in the tenant's collation.
        case text(StaticString)
    }

    let name: StaticString
    let key: StaticString
    var stamp = Stamp.revision
    var hasShow = false
    /// The SQL expression of the text in which `ListQuery.search` is looked up.
    let searched: StaticString
    let order: [Order]
    let columns: [Column]
}

extension CatalogueTable {
    /// Returns the statement for the keys of one page, in order, with one extra key if another page follows.
    func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select \(name: key) as key
          from \(name: name)
         where tenant_id = \(tenant)
           and (\(list.search) is null
                or position(\(list.search) in lower(\(name: searched) collate "und-x-icu")) > 0)\(show: list.show, if: hasShow)
         order by \(order, list.collation)\(name: key)
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select \(name: key) as key, \(names: columns), revision
          from \(name: name)
         where tenant_id = \(tenant)
           and \(name: key) = any (\(keys))
        """
    }

    func insertion(of content: Content, in tenant: TenantID) -> SQL {
        """
        insert into \(name: name) (tenant_id, \(names: columns))
        values (\(tenant)\(values: columns, of: content))
        returning \(name: key) as key
        """
    }

    func update(of key: Int64, to content: Content, in tenant: TenantID) -> SQL {
        """
        update \(name: name)
           set \(settings: columns.filter { !$0.isFixed }, to: content)\(name: stamp.settings)
         where tenant_id = \(tenant)
           and \(name: self.key) = \(key)
        """
    }

    func deletion(of key: Int64, in tenant: TenantID) -> SQL {
        """
        delete from \(name: name)
         where tenant_id = \(tenant)
           and \(name: self.key) = \(key)
        """
    }

    /// Returns the statement that selects the show of an item as `show_id`.
    func show(of key: Int64, in tenant: TenantID) -> SQL {
        """
        select show_id
          from \(name: name)
         where tenant_id = \(tenant)
           and \(name: self.key) = \(key)
        """
    }
}

extension CatalogueTable.Stamp {
    fileprivate var settings: StaticString {
        switch self {
        case .none: ""
        case .revision: ", revision = revision + 1"
        case .revisionAndTime: ", revision = revision + 1, updated_at = now()"
        }
    }
}

extension SQL.StringInterpolation {
    /// Appends the condition that filters the list by show, or nothing if `hasShow` is `false`. A `show` of `nil` matches all items.
    fileprivate mutating func appendInterpolation(show: Int64?, if hasShow: Bool) {
        guard hasShow else { return }
        appendLiteral("\n   and (")
        appendInterpolation(show)
        appendLiteral(" is null or show_id = ")
        appendInterpolation(show)
        appendLiteral(")")
    }

    fileprivate mutating func appendInterpolation<Content: CatalogueContent>(
        names columns: [CatalogueTable<Content>.Column]
    ) {
        for (index, column) in columns.enumerated() {
            appendLiteral(index == 0 ? "" : ", ")
            appendLiteral(column.name)
        }
    }

    /// Appends the values of the columns, each preceded by a comma.
    fileprivate mutating func appendInterpolation<Content: CatalogueContent>(
        values columns: [CatalogueTable<Content>.Column], of content: Content
    ) {
        for column in columns {
            appendLiteral(", ")
            column.append(content, &self)
        }
    }

    fileprivate mutating func appendInterpolation<Content: CatalogueContent>(
        settings columns: [CatalogueTable<Content>.Column], to content: Content
    ) {
        for (index, column) in columns.enumerated() {
            appendLiteral(index == 0 ? "" : ", ")
            appendLiteral(column.name)
            appendLiteral(" = ")
            column.append(content, &self)
        }
    }

    /// Appends the terms of an order, each followed by a comma.
    fileprivate mutating func appendInterpolation<Content: CatalogueContent>(
        _ order: [CatalogueTable<Content>.Order], _ collation: Collation
    ) {
        for term in order {
            switch term {
            case .by(let expression): appendLiteral(expression)
            case .text(let column):
                appendLiteral(column)
                appendLiteral(" ")
                appendInterpolation(collation)
            }
            appendLiteral(", ")
        }
    }
}
