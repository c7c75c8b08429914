import Postgres
import Tenancy

/// The table of one kind of catalogue items: its columns, and the search and order of its list.
///
/// `CatalogueStore` composes the statements of the kind from this description, so that a column is named once. As in
/// an import (decision 0061), all names are literals of the program.
package struct CatalogueTable<Content: CatalogueContent>: Sendable {
    /// A column with its value in an item's content.
    package struct Column: Sendable {
        let name: StaticString
        let append: @Sendable (Content, inout SQL.StringInterpolation) -> Void
        /// Whether only the insertion writes the column.
        private(set) var isFixed = false

        init<Value: PostgresEncodable & Sendable>(
            _ name: StaticString, _ value: @escaping @Sendable (Content) -> Value?
        ) {
            self.name = name
            append = { $1.appendInterpolation(value($0)) }
        }

        /// This column, changed so that only the insertion writes it.
        var fixed: Self {
            var column = self
            column.isFixed = true
            return column
        }
    }

    /// The columns that count and date the changes of a row.
    enum Stamp { case none, revision, revisionAndTime }

    /// A term by which the list is ordered. The key comes after the last term.
    enum Order: Sendable {
        case by(StaticString)
        /// The text of a column in the order of the tenant's language.
        case text(StaticString)
    }

    let name: StaticString
    let key: StaticString
    var stamp = Stamp.revision
    /// Whether the table names the show of an item in `show_id`.
    var hasShow = false
    /// The text, an expression of columns, that a search in the list reads.
    let searched: StaticString
    let order: [Order]
    let columns: [Column]
}

extension CatalogueTable {
    /// Selects the keys of one page. A table with the show of an item can be limited to one show.
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

    /// Selects the show of an item.
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
    /// The settings of an update that follow the settings of the columns.
    fileprivate var settings: StaticString {
        switch self {
        case .none: ""
        case .revision: ", revision = revision + 1"
        case .revisionAndTime: ", revision = revision + 1, updated_at = now()"
        }
    }
}

extension SQL.StringInterpolation {
    /// Appends the condition that limits a list to one show, unless the list is not one of items of shows.
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

    /// Appends the values of the columns, each after a comma.
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

    /// Appends the terms of an order, each before a comma.
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
