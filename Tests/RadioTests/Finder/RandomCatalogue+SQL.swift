import Tenancy

extension RandomCatalogue {
    /// Returns the SQL that inserts the catalogue for a tenant and marks every show. The keys of the rows are those of the catalogue.
    func script(_ id: TenantID) -> String {
        func insert(_ table: String, _ columns: String, _ rows: [String]) -> String {
            rows.isEmpty
                ? ""
                : "insert into app.\(table) (tenant_id, \(columns)) overriding system value values\n"
                    + rows.map { "(\(id), \($0))" }.joined(separator: ",\n") + ";\n"
        }
        func time(_ minute: Int?) -> String { minute.map { "'\(Self.time($0))'" } ?? "null" }
        return [
            insert("category", "category_id, name", categories.map { "\($0), 'Category \($0)'" }),
            insert(
                "channel", "channel_id, slug, name, time_zone, active",
                channels.map { "\($0.id), 'channel-\($0.id)', 'Channel \($0.id)', 'UTC', \($0.isActive)" }),
            insert(
                "channel_category", "channel_id, category_id",
                channels.flatMap { channel in channel.categories.map { "\(channel.id), \($0)" } }),
            insert(
                "show", "show_id, title, active, is_placeholder",
                shows.map { "\($0.id), '\($0.title)', \($0.isActive), \($0.isPlaceholder)" }),
            insert(
                "show_channel", "show_id, channel_id",
                shows.flatMap { show in show.channels.map { "\(show.id), \($0)" } }),
            insert(
                "featured_show", "show_id, position, expires_at",
                shows.compactMap { show in
                    switch show.featured {
                    case nil: nil
                    case .forEver: "\(show.id), 0, null"
                    case .until(let minute): "\(show.id), 0, \(time(minute))"
                    }
                }),
            insert(
                "episode", "episode_id, show_id, title, published_at",
                episodes.map { "\($0.id), \($0.show), 'Episode \($0.id)', \(time($0.published))" }),
            insert(
                "version", "version_id, episode_id, show_id, available_from, available_until",
                versions.map {
                    "\($0.id), \($0.episode.id), \($0.episode.show), \(time($0.from)), \(time($0.until))"
                }),
            insert(
                "version_media", "version_id, url",
                versions.filter(\.hasMedia).map { "\($0.id), 'https://media.example/\($0.id)'" }),
            insert(
                "airing", "airing_id, channel_id, show_id, episode_id, planned_start, planned_end, is_cancelled",
                airings.map {
                    "\($0.id), \($0.channel), \($0.show), \($0.episode.map(String.init) ?? "null"), \(time($0.start)), "
                        + "\(time($0.end)), \($0.isCancelled)"
                }),
        ].joined()
    }
}
