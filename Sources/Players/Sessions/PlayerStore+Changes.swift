import FoundationEssentials
import Postgres
import Tenancy
import Web

extension PlayerStore {
    /// Returns the time of the last change of a player; `nil` for a listener without a stored player.
    package func changedAt(of owner: PlayerOwner) async throws(PostgresError) -> Instant? {
        let rows = try await database.rows(
            in: owner.tenant,
            """
            select updated_at
              from app.player
             where tenant_id = \(owner.tenant)
               and user_id = \(owner.account)
            """)
        guard let row = rows.first else { return nil }
        return Instant(try row("updated_at", as: Date.self))
    }
}
