import Tenancy

/// Inserts rows of a station with the minimum that the schema requires. Each method returns the key of its row.
extension TestDatabase {
    @discardableResult
    public func channel(_ slug: String, timeZone: String = "UTC", number: Int? = nil, in tenant: Tenant) async throws
        -> Int64
    {
        try await row(
            "app.channel", "channel_id", tenant, ["slug": slug, "name": slug.capitalized, "time_zone": timeZone],
            ["number": number.map(String.init)])
    }

    @discardableResult
    public func category(_ name: String, rank: Int = 0, of channels: [Int64] = [], in tenant: Tenant) async throws
        -> Int64
    {
        let id = try await row("app.category", "category_id", tenant, ["name": name], ["rank": String(rank)])
        for channel in channels {
            try await sql(
                "insert into app.channel_category (tenant_id, channel_id, category_id) values (\(tenant.id), \(channel), \(id))"
            )
        }
        return id
    }

    @discardableResult
    public func person(_ name: String, biography: String = "", in tenant: Tenant) async throws -> Int64 {
        try await row("app.person", "person_id", tenant, ["name": name, "biography": biography])
    }

    @discardableResult
    public func show(_ title: String, on channels: [Int64] = [], in tenant: Tenant) async throws -> Int64 {
        let id = try await row("app.show", "show_id", tenant, ["title": title])
        for (position, channel) in channels.enumerated() {
            try await sql(
                """
                insert into app.show_channel (tenant_id, show_id, channel_id, position)
                values (\(tenant.id), \(id), \(channel), \(position))
                """)
        }
        return id
    }

    @discardableResult
    public func episode(
        _ title: String, of show: Int64, publishedAt: String? = nil, in tenant: Tenant
    ) async throws -> Int64 {
        try await row(
            "app.episode", "episode_id", tenant, ["title": title, "published_at": publishedAt],
            ["show_id": String(show)])
    }

    /// - Parameters:
    ///   - start: the start, in the form of RFC 3339.
    ///   - end: the end, in the form of RFC 3339.
    @discardableResult
    public func airing(
        of show: Int64, episode: Int64? = nil, on channel: Int64, from start: String, to end: String, in tenant: Tenant
    ) async throws -> Int64 {
        try await row(
            "app.airing", "airing_id", tenant, ["planned_start": start, "planned_end": end],
            ["channel_id": String(channel), "show_id": String(show), "episode_id": episode.map(String.init)])
    }

    @discardableResult
    public func cut(
        _ title: String, artist: String = "", on channel: Int64, at start: String, durationMs: Int? = nil,
        isMusic: Bool = true, in tenant: Tenant
    ) async throws -> Int64 {
        try await row(
            "app.cut", "cut_id", tenant, ["title": title, "artist": artist, "starts_at": start],
            [
                "channel_id": String(channel), "duration_ms": durationMs.map(String.init),
                "is_music": isMusic ? "true" : "false",
            ])
    }

    /// Inserts an episode's version on demand.
    @discardableResult
    public func version(
        of episode: Int64, from start: String, until end: String? = nil, in tenant: Tenant
    ) async throws -> Int64 {
        let id = try await sql(
            """
            insert into app.version (tenant_id, episode_id, show_id, available_from, available_until)
            select tenant_id, episode_id, show_id, \(Self.literal(start)), \(Self.literal(end))
              from app.episode
             where tenant_id = \(tenant.id)
               and episode_id = \(episode)
            returning version_id
            """)
        return try Self.key(id)
    }

    /// Inserts a stream of a recording.
    public func media(of version: Int64, in tenant: Tenant) async throws {
        try await sql(
            """
            insert into app.version_media (tenant_id, version_id, url)
            values (\(tenant.id), \(version), 'https://media.example/\(version)')
            """)
    }

    /// Inserts a live bearer of a channel.
    public func bearer(_ uri: String, of channel: Int64, in tenant: Tenant) async throws {
        try await sql(
            """
            insert into app.bearer (tenant_id, channel_id, uri)
            values (\(tenant.id), \(channel), \(Self.literal(uri)))
            """)
    }

    /// Inserts an address of a recording.
    public func media(_ url: String, of version: Int64, purpose: String = "stream", in tenant: Tenant) async throws {
        try await sql(
            """
            insert into app.version_media (tenant_id, version_id, url, purpose)
            values (\(tenant.id), \(version), \(Self.literal(url)), \(Self.literal(purpose)))
            """)
    }

    /// Inserts a row. Texts are quoted, expressions are used as they are, and `nil` is omitted.
    private func row(
        _ table: String, _ key: String, _ tenant: Tenant, _ texts: [String: String?],
        _ expressions: [String: String?] = [:]
    ) async throws -> Int64 {
        var columns = ["tenant_id"]
        var values = [String(tenant.id.rawValue)]
        for (name, value) in texts.sorted(by: { $0.key < $1.key }) where value != nil {
            columns.append(name)
            values.append(Self.literal(value))
        }
        for (name, value) in expressions.sorted(by: { $0.key < $1.key }) {
            guard let value else { continue }
            columns.append(name)
            values.append(value)
        }
        let id = try await sql(
            """
            insert into \(table) (\(columns.joined(separator: ", ")))
            values (\(values.joined(separator: ", ")))
            returning \(key)
            """)
        return try Self.key(id)
    }

    private static func literal(_ value: String?) -> String {
        value.map { "'" + $0.replacing("'", with: "''") + "'" } ?? "null"
    }

    private static func key(_ output: String) throws -> Int64 {
        guard let line = output.split(separator: "\n").first, let id = Int64(line) else {
            throw FixtureFailure.noKey(output)
        }
        return id
    }

    public enum FixtureFailure: Error { case noKey(String) }
}
