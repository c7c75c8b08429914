import Postgres
import Tenancy
import Web

/// A store for genres.
package struct GenreStore: CatalogueStore {
    package static let kind = CatalogueKind.genre
    package static let table = CatalogueTable<GenreContent>(
        name: "app.genre", key: "genre_id", searched: "name", order: [.text("name")],
        columns: [.init("name") { $0.name }, .init("code") { $0.code }])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func content(of row: Row) throws -> GenreContent {
        GenreContent(name: try row("name"), code: try row.optional("code"))
    }

    /// Returns the statement for the shows that have the genre or an episode with it.
    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.show_genre
         where tenant_id = \(tenant)
           and genre_id = \(key)
         union
        select e.show_id
          from app.episode_genre g
          join app.episode e on e.tenant_id = g.tenant_id and e.episode_id = g.episode_id
         where g.tenant_id = \(tenant)
           and g.genre_id = \(key)
        """
    }

    package func refusal(by constraint: String) -> APIError? {
        switch constraint {
        case "genre_name_key":
            APIError(.conflict, code: .nameTaken, "another genre already has this name: choose another name")
        case "genre_code_key":
            APIError(.conflict, code: .codeTaken, "another genre already has this code: choose another code")
        default: nil
        }
    }

    /// Returns all genres by name in the tenant's locale.
    package func genres(in tenant: Tenant) async throws(PostgresError) -> [Genre] {
        try await database.all(
            in: tenant.id,
            """
            select genre_id, name, code, revision
              from app.genre
             where tenant_id = \(tenant.id)
             order by name \(Collation(locale: tenant.locale)), genre_id
            """)
    }
}

extension Genre: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("genre_id")), name: try row("name"), code: try row.optional("code"),
            revision: try row("revision"))
    }
}
