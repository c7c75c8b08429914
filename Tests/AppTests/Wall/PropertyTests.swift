import Foundation
import Testing
import Web

@testable import Accounts

/// Tests that members which an operation does not describe are never stored (spec S1.2; OWASP API3). Each change whose body is a JSON object or a
/// form is sent with the name of every column of the schema as an additional member. The request is refused, or it has the same effect as without the
/// member.
struct PropertyTests {
    @Test func undescribedMembersOfARequestAreNotStored() async throws {
        try await WallStage.with { stage in
            let columns = try await Self.columns(of: stage)
            #expect(columns["tenant_id"] != nil && columns["role"] != nil && columns["user_id"] != nil)
            let untouched = try await stage.picture(of: stage.b)
            let before = try await stage.picture(of: stage.a, shape: true)
            var asked = 0
            for operation in stage.routed where !operation.isRead && operation.takesMembers {
                asked += 1
                let maker = WallRequest(stage: stage, operation: operation)
                let role = stage.callers(of: operation).least
                let credentials = MatrixTests.credentials(of: operation, role, stage)
                let (plain, _) = try await maker.made(naming: .a, as: role, credentials: credentials)
                let expected = await stage.answer(plain)
                let after = try await stage.picture(of: stage.a, shape: true)
                try await stage.restore()
                for variant in Self.variants(columns, without: operation.members, stage) {
                    let (request, _) = try await maker.made(
                        naming: .a, as: role, credentials: credentials, extra: variant.members)
                    let answer = await stage.answer(request)
                    let found = try await stage.picture(of: stage.a, shape: true)
                    let what: Comment = "\(operation) with \(variant.name)"
                    if answer.isSuccess {
                        #expect(answer.status == expected.status, what)
                        #expect(WallStage.changes(after, found) == [], what)
                    } else {
                        // The fault of the plain request may be reported first.
                        #expect([400, 422].contains(answer.status) || answer.status == expected.status, what)
                        #expect(WallStage.changes(before, found) == [], what)
                    }
                    let others = try await stage.picture(of: stage.b)
                    #expect(WallStage.changes(untouched, others, by: operation) == [], what)
                    try await stage.restore()
                }
            }
            #expect(asked > 10)
        }
    }

    private struct Variant {
        let name: String
        let members: [String: any Sendable]
    }

    /// Returns each column by its own name and in JSON spelling, with values of its type, and all values as text.
    private static func variants(
        _ columns: [String: String], without own: Set<String>, _ stage: WallStage
    ) -> [Variant] {
        var typed: [String: any Sendable] = [:]
        var texts: [String: any Sendable] = [:]
        for (column, type) in columns {
            for name in [column, camelCase(column)] where !own.contains(name) {
                typed[name] = value(column, type, stage)
                texts[name] = "\(value(column, type, stage))"
            }
        }
        return [Variant(name: "values of the columns' types", members: typed), Variant(name: "texts", members: texts)]
    }

    /// Returns a value that an attacker could want to store.
    private static func value(_ column: String, _ type: String, _ stage: WallStage) -> any Sendable {
        switch (column, type) {
        case ("tenant_id", _): Int(stage.b.tenant.id.rawValue)
        case ("user_id", _), ("created_by", _), ("actor_id", _): Int(stage.a.members[.admin]?.id ?? 0)
        case ("role", _): "admin"
        case ("idempotency_key", _), ("source", _), ("state", _): "operator"
        case (_, "integer"), (_, "bigint"), (_, "real"): 7
        case (_, "boolean"): true
        case (_, "timestamp with time zone"): "2040-01-01T00:00:00.000Z"
        case (_, "jsonb"): [String: String]()
        default: "taken"
        }
    }

    private static func columns(of stage: WallStage) async throws -> [String: String] {
        let rows = try await stage.database.superuser.rows("select name, type from stage.columns()")
        return Dictionary(try rows.map { (try $0("name"), try $0("type")) }) { first, _ in first }
    }

    private static func camelCase(_ column: String) -> String {
        let words = column.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.capitalized }
    }
}

extension WallOperation {
    /// Whether the body has named members.
    var takesMembers: Bool {
        ["application/json", "application/x-www-form-urlencoded"].contains(body?.mediaType ?? "")
    }

    /// The names of the described members.
    var members: Set<String> { Set((body?.schema["properties"] as? [String: Any] ?? [:]).keys) }
}
