import Radio
import Tenancy
import Web

/// The notice for a refused action. If the times conflict with another broadcast, the notice contains the name and local time of that broadcast.
struct ScheduleFaultNotice: Sendable {
    let store: WeekStore

    func html(_ error: APIError, _ clock: WeekClock, in tenant: TenantID) async throws -> HTML {
        if error.status == .preconditionFailed {
            return """
                <p class="notice bad" role="alert" id="fault">Somebody else made changes while you edited this page. Your \
                changes were not saved. The page shows the current version.</p>
                """
        }
        guard error.code == .airingConflict, let id = error.faults.first.flatMap(Self.airing),
            let entry = try await store.entry(id, in: tenant)
        else { return .fault(error, labels: AiringForm.labels, ids: AiringForm.ids) }
        return """
            <p class="notice bad" role="alert" id="fault"><a href="/station/airings/\(id.description)">\(entry.name)</a> is on at the \
            same time: \(clock.text(entry.airing.period)). Nothing was changed. \
            Choose another time, or change that broadcast first.</p>
            """
    }

    private static func airing(_ fault: APIError.Fault) -> Airing.ID? {
        fault.field.split(separator: "/").last.flatMap { Airing.ID($0) }
    }
}
