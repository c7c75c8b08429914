import Postgres
import Tenancy

/// The statements for the parts that shows and episodes have in common.
enum DetailStatements {
    /// Returns the statement for the genres of a show or episode, ordered by name in the tenant's locale.
    static func genres(in table: StaticString, of owner: StaticString, _ key: Int64, _ tenant: Tenant) -> SQL {
        """
        select g.genre_id, g.name, g.code, g.revision
          from \(name: table) o
          join app.genre g on g.tenant_id = o.tenant_id and g.genre_id = o.genre_id
         where o.tenant_id = \(tenant.id)
           and o.\(name: owner) = \(key)
         order by g.name \(Collation(locale: tenant.locale)), g.genre_id
        """
    }

    /// Returns the statement for the credits of a show or episode, ordered by position.
    static func credits(in table: StaticString, of owner: StaticString, _ key: Int64, _ tenant: Tenant) -> SQL {
        """
        select c.person_id, p.name, c.role
          from \(name: table) c
          join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
         where c.tenant_id = \(tenant.id)
           and c.\(name: owner) = \(key)
         order by c.position
        """
    }
}
