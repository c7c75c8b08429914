import Postgres
import Tenancy

/// The SQL that reads the paths of pictures. Only a picture with a file on this server has a path, because pages load nothing from other hosts.
struct StationPictureStore: Sendable {
    let database: TenantDatabase

    /// A kind of catalogue item with a picture.
    enum Kind: Sendable, Hashable {
        case person, serial, show, topic

        fileprivate var table: StaticString {
            switch self {
            case .person: "app.person"
            case .serial: "app.serial"
            case .show: "app.show"
            case .topic: "app.tag"
            }
        }

        fileprivate var key: StaticString {
            switch self {
            case .person: "person_id"
            case .serial: "serial_id"
            case .show: "show_id"
            case .topic: "tag_id"
            }
        }
    }

    /// Returns the expression for the path of a picture, null if no file is stored. `art` is the column of its ID, such as "s.art_id".
    static func path(of art: StaticString, in tenant: TenantID) -> SQLFragment {
        """
        (select '/api/v1/art/' || i.art_id || '/' || i.position || '?v=' || left(encode(i.sha256, 'hex'), 16)
           from app.art_image i
          where i.tenant_id = \(tenant) and i.art_id = \(name: art) and i.sha256 is not null
          order by i.position
          limit 1)
        """
    }

    /// Returns the paths of the pictures of these items. Items without a stored picture have no entry.
    func paths(of kind: Kind, _ items: [Int64], in tenant: TenantID) async throws -> [Int64: String] {
        guard !items.isEmpty else { return [:] }
        let rows = try await database.rows(
            in: tenant,
            """
            select t.\(name: kind.key) as key, \(Self.path(of: "t.art_id", in: tenant)) as art
              from \(name: kind.table) t
             where t.tenant_id = \(tenant)
               and t.\(name: kind.key) = any (\(items))
               and t.art_id is not null
            """)
        var paths: [Int64: String] = [:]
        for row in rows { paths[try row("key")] = try row.optional("art", as: String.self) }
        return paths
    }
}
