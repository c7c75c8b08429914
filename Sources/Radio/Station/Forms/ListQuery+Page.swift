import Tenancy
import Web

extension ListQuery {
    /// The query of a page for programmers.
    init(
        search: String? = nil, channel: Int64? = nil, show: Int64? = nil, limit: Int = ListQuery.size.standard,
        offset: Int = 0, in tenant: Tenant
    ) {
        let search = search?.trimmed.lowercased() ?? ""
        self.search = search.isEmpty ? nil : search
        self.channel = channel
        self.show = show
        self.limit = limit
        self.offset = offset
        locale = tenant.locale
    }
}
