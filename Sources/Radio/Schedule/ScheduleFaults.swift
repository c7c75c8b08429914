import HTTP
import Postgres
import Tenancy
import Web

/// A collector for the faults of a request.
package struct ScheduleFaults {
    private var list: [APIError.Fault] = []

    package init() {}

    /// The `APIError` 422 with all faults.
    package var error: APIError { .invalid(list) }

    package static let dateRule = "must be an existing date, written as year, month and day, such as \"2026-03-29\""
    /// The allowed durations in milliseconds: one second to seven days.
    package static let durations: ClosedRange<Int64> = 1000...604_800_000

    package mutating func check(_ isRight: Bool, _ field: String, _ reason: String) {
        if !isRight { list.append(APIError.Fault(field: field, reason: reason)) }
    }

    mutating func checkDuration(_ durationMs: Int64, _ field: String) {
        check(
            Self.durations.contains(durationMs), field,
            "must be from one second to seven days, found \(durationMs) ms")
    }

    package mutating func checkText(_ text: String, _ field: String, limit: Int) {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
        }
        let count = text.unicodeScalars.count
        check(count <= limit, field, "must have at most \(limit) characters, found \(count)")
        check(
            count > limit || isPlain, field,
            "must not contain control characters other than tabs and line feeds (U+000A)")
    }

    package func throwIfAny() throws(APIError) {
        if !list.isEmpty { throw error }
    }
}

/// The entity tags, header fields and error translation that the schedule's endpoints and stores share.
package enum ScheduleAnswer {
    /// Returns the entity tag of a revision, which contains the tenant (spec S1.6).
    package static func tag(_ revision: Int32, _ tenant: TenantID) -> String { "\"\(tenant).\(revision)\"" }

    static func fields(_ revision: Int32, _ tenant: TenantID) -> Fields {
        ["ETag": tag(revision, tenant), "Cache-Control": "no-store"]
    }

    /// Runs a change and converts a broken reference to a channel, show or episode into `APIError` 422 for that member.
    static func translating<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgresError {
            let references = [
                ("channel_id_fkey", "/channel", "does not exist: choose an existing channel"),
                ("episode_id_fkey", "/episode", "does not belong to the show: choose another episode"),
                ("show_id_fkey", "/show", "does not exist: choose an existing show"),
            ]
            let broken = references.first { error.sqlState == "23503" && error.constraint?.hasSuffix($0.0) == true }
            guard let (_, field, reason) = broken else { throw error }
            throw APIError.invalid(field, reason)
        }
    }
}
