import Radio
import Tenancy
import Web

extension ListQuery {
    /// Creates the query for a list on a station page, with the search text trimmed and in lower case. `nil` for the search, the channel or the show
    /// means no restriction.
    init(
        search: String? = nil, channel: Int64? = nil, show: Int64? = nil, limit: Int = ListQuery.size.standard,
        offset: Int = 0, in tenant: Tenant
    ) {
        let search = search?.trimmed.lowercased() ?? ""
        self.init(
            search: search.isEmpty ? nil : search, channel: channel, show: show, limit: limit, offset: offset,
            locale: tenant.locale)
    }
}
