import Postgres
import Web

/// The SQL condition for recordings that listeners can hear on demand.
enum OnDemandCondition {
    /// The condition that the version `v` is available and has media, as in the index of the finder.
    static func holds(at now: Instant) -> SQLFragment {
        """
        v.available_from <= \(now.date)
            and (v.available_until is null or v.available_until > \(now.date))
            and exists (select from app.version_media m
                         where m.tenant_id = v.tenant_id and m.version_id = v.version_id)
        """
    }
}
