import TestSupport
import Tenancy

extension RandomCatalogue {
    /// Changes one item as a programmer would. Returns the SQL, the shows that a writer marks, and the channels if the
    /// change concerns only their airings.
    mutating func change(
        _ tenant: TenantID, _ random: inout Seeded
    ) -> (script: String, shows: [Int64], channels: Set<Int64>?) {
        let place = Int.random(in: shows.indices, using: &random)
        let show = shows[place].id
        let marked = [show]
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            shows[place].isActive.toggle()
            return ("update app.show set active = \(shows[place].isActive) where show_id = \(show)", marked, nil)
        case 1:
            shows[place].channels = channels.map(\.id).filter { _ in Bool.random(using: &random) }
            let rows = shows[place].channels.map { "(\(tenant), \(show), \($0))" }
            return (
                "delete from app.show_channel where show_id = \(show);"
                    + (rows.isEmpty
                        ? ""
                        : "insert into app.show_channel (tenant_id, show_id, channel_id) values "
                            + rows.joined(separator: ", ")),
                marked, nil
            )
        case 2:
            let minute = Int.random(in: 0..<Self.span, using: &random)
            shows[place].featured = shows[place].featured == nil ? .until(minute) : nil
            return (
                "delete from app.featured_show where show_id = \(show);"
                    + (shows[place].featured == nil
                        ? ""
                        : "insert into app.featured_show (tenant_id, show_id, position, expires_at)"
                            + " values (\(tenant), \(show), 0, '\(Self.time(minute))')"),
                marked, nil
            )
        case 3:
            let channel = Int.random(in: channels.indices, using: &random)
            channels[channel].isActive.toggle()
            return (
                "update app.channel set active = \(channels[channel].isActive), revision = revision + 1"
                    + " where channel_id = \(channels[channel].id)", [], nil
            )
        case 4:
            let channel = Int.random(in: channels.indices, using: &random)
            channels[channel].categories = categories.filter { _ in Bool.random(using: &random) }
            let rows = channels[channel].categories.map { "(\(tenant), \(channels[channel].id), \($0))" }
            return (
                "delete from app.channel_category where channel_id = \(channels[channel].id);"
                    + (rows.isEmpty
                        ? ""
                        : "insert into app.channel_category (tenant_id, channel_id, category_id) values "
                            + rows.joined(separator: ", ")),
                [], nil
            )
        case 5:
            guard shows.count > 1 else { return ("select", [], nil) }
            // Everything below the show is deleted with it, and a deleted show cannot be marked.
            shows.remove(at: place)
            episodes.removeAll { $0.show == show }
            versions.removeAll { $0.episode.show == show }
            airings.removeAll { $0.show == show }
            return (
                "delete from app.airing where show_id = \(show); delete from app.show where show_id = \(show)", marked,
                nil
            )
        default:
            guard let gone = airings.indices.randomElement(using: &random) else { return ("select", [], nil) }
            let airing = airings.remove(at: gone)
            return (
                "delete from app.airing where airing_id = \(airing.id)", [airing.show],
                [airing.channel]
            )
        }
    }
}
