import PlayerCore
import Postgres
import Tenancy

/// The store of the devices of listeners. Each change is one transaction.
package struct PlayerDeviceStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) { self.database = database }

    /// Returns the devices of a listener, the most recently seen device first.
    package func devices(of owner: PlayerOwner) async throws(PostgresError) -> [PlayerDevice] {
        try await database.all(
            in: owner.tenant,
            """
            select device, name, abilities, seen_at
              from app.player_device
             where tenant_id = \(owner.tenant)
               and user_id = \(owner.account)
             order by seen_at desc, device
            """)
    }

    /// Stores a device in one transaction, and returns the device and whether it is new. A known device gets the new name and abilities. The least
    /// recently seen devices beyond `PlayerDevice.countLimit` are deleted.
    func set(
        _ id: PlayerDeviceID, name: String, abilities: [PlayerDevice.Ability], of owner: PlayerOwner
    ) async throws -> (device: PlayerDevice, isNew: Bool) {
        let rows = try await database.batch(
            in: owner.tenant,
            [
                """
                insert into app.player_device as d (tenant_id, user_id, device, name, abilities)
                values (\(owner.tenant), \(owner.account), \(id), \(name), \(abilities.map(\.rawValue)))
                    on conflict (tenant_id, user_id, device) do update
                   set name = excluded.name, abilities = excluded.abilities, seen_at = now()
                returning device, name, abilities, seen_at, xmax = 0 as is_new
                """,
                Self.pruning(owner),
            ], idempotent: true)
        return (try PlayerDevice(row: rows[0][0]), try rows[0][0]("is_new"))
    }

    /// Deletes a device and returns whether the device existed.
    func delete(_ id: PlayerDeviceID, of owner: PlayerOwner) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: owner.tenant,
            """
            delete from app.player_device
             where tenant_id = \(owner.tenant)
               and user_id = \(owner.account)
               and device = \(id)
            returning device
            """
        ).isEmpty
    }

    /// Returns the statements that record a command of a device, for the transaction of the command. A new device gets its identifier as its name,
    /// and only the ability `play`. A known device is updated at most once per minute, and devices beyond the limit are deleted.
    static func sighting(of id: PlayerDeviceID, _ owner: PlayerOwner) -> [SQL] {
        [
            """
            insert into app.player_device as d (tenant_id, user_id, device, name, abilities)
            values (\(owner.tenant), \(owner.account), \(id), \(id), '{play}')
                on conflict (tenant_id, user_id, device) do update
               set seen_at = now()
             where d.seen_at < now() - interval '1 minute'
            """,
            pruning(owner),
        ]
    }

    private static func pruning(_ owner: PlayerOwner) -> SQL {
        """
        delete from app.player_device
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
           and device in (select device
                            from app.player_device
                           where tenant_id = \(owner.tenant)
                             and user_id = \(owner.account)
                           order by seen_at desc, device
                          offset \(PlayerDevice.countLimit))
        """
    }
}
