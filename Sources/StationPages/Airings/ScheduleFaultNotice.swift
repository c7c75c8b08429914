import Radio
import Tenancy
import Web

/// The notice for a refused action. For a conflict, the notice names the other broadcast and its local time.
struct ScheduleFaultNotice: Sendable {
    let store: WeekStore

    func html(_ error: APIError, _ clock: WeekClock, in tenant: TenantID) async throws -> HTML {
        if error.status == .preconditionFailed {
            return """
                <p class="notice bad" role="alert" id="fault">This page was out of date, because a change was made after \
                you opened it. Nothing was saved. The page now shows the current version: check it, and try again.</p>
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
