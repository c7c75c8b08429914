import HTTP
import TestSupport
import Testing
import Web

@testable import TenantLife

@Suite struct PlatformTenantRoutesTests {
    private static let path = "/api/v1/platform/tenants"

    @Test func findTenants() async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.get, Self.path, as: "pia")
            #expect(answer.status == .ok)
            #expect(answer.text.contains("\"slug\":\"here\"") && answer.text.contains("\"slug\":\"there\""))
        }
    }

    @Test(arguments: [nil, "admin@here", "x", String(repeating: "A", count: 43)])
    func platformRoutesRequireAPlatformAdministrator(who: String?) async throws {
        try await Stage.with { (stage) async throws in
            for route in stage.platformRoutes {
                let path = route.path.replacing("{tenant}", with: "here").replacing("{host}", with: "new.example")
                let answer = await stage.send(route.method, path, query: "confirm=here", as: who, json: "{}")
                #expect(answer.status == .unauthorized, "\(route.operation)")
            }
            let actions = "select count(*) from control.platform_audit where actor <> 'command line';"
            #expect(try await stage.database.sql(actions) == "0")
        }
    }

    @Test func createTenant() async throws {
        try await Stage.with { (stage) async throws in
            let json = """
                {"slug": "north", "name": "North", "hosts": ["North.Example:80"], "timeZone": "Europe/Oslo",
                 "limits": {"streams": 7}, "multicast": {"group": "239.1.1.1", "port": 4000}}
                """
            let answer = await stage.send(.post, Self.path, as: "pia", json: json)
            #expect(answer.status == .created, "\(answer.text)")
            #expect(answer.fields["Location"] == "/api/v1/platform/tenants/north")
            for part in ["\"hosts\":[\"north.example\"]", "\"streams\":7", "\"port\":4000", "Europe/Oslo"] {
                #expect(answer.text.contains(part))
            }
            #expect(await stage.send(.get, "/platform/login", at: "north.example").status == .ok, "served immediately")
            let again = await stage.send(.post, Self.path, as: "pia", json: json)
            #expect(again.status == .conflict)
            #expect(try again.code == "slug-taken")
            let other = await stage.send(
                .post, Self.path, as: "pia", json: "{\"slug\": \"south\", \"name\": \"S\", \"hosts\": [\"here\"]}")
            #expect(other.status == .conflict)
            #expect(try other.code == "host-taken")
            #expect(await stage.send(.get, Self.path + "/south", as: "pia").status == .notFound, "not created")
            #expect(
                try await stage.database.sql(
                    "select actor, action, tenant from control.platform_audit where tenant <> '' order by event_id;")
                    == "Pia|tenant.add|north")
        }
    }

    @Test(arguments: [
        ("{}", "/slug"), ("{\"slug\": \"A\", \"name\": \"x\"}", "/slug"), ("{\"slug\": \"a\"}", "/name"),
        ("{\"slug\": \"a\", \"name\": \"x\", \"timeZone\": \"Mars\"}", "/timeZone"),
        ("{\"slug\": \"a\", \"name\": \"x\", \"locale\": \"\"}", "/locale"),
        ("{\"slug\": \"a\", \"name\": \"x\", \"hosts\": [\"a b\"]}", "/hosts"),
        ("{\"slug\": \"a\", \"name\": \"x\", \"limits\": {\"streams\": 0}}", "/limits/streams"),
        ("{\"slug\": \"a\", \"name\": \"x\", \"multicast\": {\"group\": \"hall\", \"port\": 1}}", "/multicast"),
        ("{\"slug\": \"a\", \"name\": \"x\", \"more\": 1}", "/more"),
    ])
    func theErrorForAnInvalidTenantNamesTheMember(json: String, field: String) async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.post, Self.path, as: "pia", json: json)
            #expect(answer.status == .unprocessableContent, "\(answer.text)")
            #expect(try answer.faults == [field])
        }
    }

    @Test func updateTenant() async throws {
        try await Stage.with { (stage) async throws in
            let path = Self.path + "/here"
            let off = await stage.send(.patch, path, as: "pia", at: "there", json: "{\"enabled\": false}")
            #expect(off.status == .ok && off.text.contains("\"enabled\":false"))
            #expect(await stage.send(.get, "/logo", at: "here").status == .misdirectedRequest)
            let on = await stage.send(
                .patch, path, as: "pia", at: "there", json: "{\"enabled\": true, \"limits\": {\"accounts\": 9}}")
            #expect(on.text.contains("\"accounts\":9"))
            let cleared = await stage.send(.patch, path, as: "pia", json: "{\"limits\": {\"accounts\": null}}")
            #expect(cleared.status == .ok && !cleared.text.contains("accounts"))
            #expect(
                await stage.send(.patch, Self.path + "/x", as: "pia", json: "{\"name\": \"x\"}").status == .notFound)
            #expect(
                try await stage.record(of: stage.here) == [
                    "Pia tenant.disable", "Pia tenant.change", "Pia tenant.change",
                ])
        }
    }

    @Test func getTenant() async throws {
        try await Stage.with { (stage) async throws in
            #expect(await stage.send(.get, Self.path + "/here", as: "pia").text.contains("\"name\":\"Here\""))
            #expect(await stage.send(.get, Self.path + "/nowhere", as: "pia").status == .notFound)
        }
    }

    @Test func setTenantLimits() async throws {
        try await Stage.with { (stage) async throws in
            let path = Self.path + "/here/limits"
            let first = await stage.send(.put, path, as: "pia", json: "{\"streams\": 5, \"storedBytes\": 5000000000}")
            #expect(first.text.contains("\"storedBytes\":5000000000,\"streams\":5"), "\(first.text)")
            let second = await stage.send(.put, path, as: "pia", json: "{\"requestsPerSecond\": 10}")
            #expect(second.text.contains("\"limits\":{\"requestsPerSecond\":10}"), "omitted limits are removed")
            #expect(await stage.send(.put, path, as: "pia", json: "{\"streams\": 3000000000}").status.code == 422)
            #expect(try await stage.record(of: stage.here) == ["Pia tenant.limit", "Pia tenant.limit"])
        }
    }

    @Test func addTenantHost() async throws {
        try await Stage.with { (stage) async throws in
            let path = Self.path + "/here/hosts/"
            for _ in 1...2 { #expect(await stage.send(.put, path + "New.Example", as: "pia").status == .noContent) }
            #expect(await stage.send(.get, "/platform/login", at: "new.example").status == .ok)
            #expect(await stage.send(.put, path + "there", as: "pia").status == .conflict)
            #expect(await stage.send(.put, path + "a%20b", as: "pia").status == .unprocessableContent)
            #expect(await stage.send(.put, Self.path + "/x/hosts/y", as: "pia").status == .notFound)
        }
    }

    @Test func removeTenantHost() async throws {
        try await Stage.with { (stage) async throws in
            let path = Self.path + "/there/hosts/"
            #expect(await stage.send(.delete, path + "here", as: "pia").status == .notFound, "another tenant's")
            #expect(await stage.send(.delete, path + "there", as: "pia").status == .noContent)
            #expect(await stage.send(.get, "/logo", at: "there").status == .misdirectedRequest)
            #expect(await stage.send(.delete, path + "there", as: "pia").status == .notFound)
        }
    }

    @Test func eraseTenant() async throws {
        try await Stage.with { (stage) async throws in
            let path = Self.path + "/there"
            #expect(await stage.send(.delete, path, as: "pia").status == .unprocessableContent)
            #expect(await stage.send(.delete, path, query: "confirm=here", as: "pia").status == .unprocessableContent)
            let enabled = await stage.send(.delete, path, query: "confirm=there", as: "pia")
            #expect(enabled.status == .conflict)
            #expect(try enabled.code == "tenant-enabled")
            _ = await stage.send(.patch, path, as: "pia", json: "{\"enabled\": false}")
            #expect(await stage.send(.delete, path, query: "confirm=there", as: "pia").status == .noContent)
            #expect(await stage.send(.delete, path, query: "confirm=there", as: "pia").status == .notFound)
            #expect(await stage.send(.get, "/api/v1/admin/tenant", as: "admin@here").status == .ok)
        }
    }
}
