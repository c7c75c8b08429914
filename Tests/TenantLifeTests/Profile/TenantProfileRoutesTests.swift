import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import TenantLife

@Suite struct TenantProfileRoutesTests {
    private static let path = "/api/v1/admin/tenant"

    @Test func getOwnTenant() async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.get, Self.path, as: "admin@here")
            #expect(answer.status == .ok)
            #expect(answer.fields["ETag"]?.hasPrefix("\"1-") == true)
            #expect(answer.text.contains("\"name\":\"Here\""))
            #expect(answer.text.contains("\"hosts\":[\"here\"]"))
            #expect(answer.text.contains("\"bufferMs\":18000000"))
            #expect(answer.text.contains("\"storedBytes\":0"))
            #expect(await stage.send(.get, Self.path, as: "operator@here").status == .forbidden)
            #expect(await stage.send(.get, Self.path, as: "pia").status == .unauthorized, "the platform has no account")
            #expect(await stage.send(.get, Self.path, as: "admin@there").status == .unauthorized)
        }
    }

    /// Spec R67.
    @Test func updateOwnTenant() async throws {
        try await Stage.with { (stage) async throws in
            let patch = """
                {"name": "Halle", "locale": "cs-CZ", "timeZone": "Europe/Prague", "accentColour": "#f0b35a",
                 "texts": {"streams.too-many.title": "Vítejte", "login.subscription-required.title": "x"}, "supportPhone": "+420 222 111 000",
                 "supportUrl": "https://halle.example/help", "policies": {"skipsForward": 4, "streamsPerAccount": 2}}
                """
            let answer = await stage.send(.patch, Self.path, as: "admin@here", json: patch)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(answer.text.contains("\"skipsForward\":4") && answer.text.contains("\"revision\":2"))
            // By RFC 7396, null removes a member, and missing members stay unchanged.
            let second = await stage.send(
                .patch, Self.path, as: "admin@here",
                json:
                    "{\"texts\": {\"login.subscription-required.title\": null}, \"supportPhone\": null, \"policies\": {\"streamsPerAccount\": null}}",
                ["Content-Type": "application/merge-patch+json"])
            #expect(second.status == .ok)
            #expect(second.text.contains("\"texts\":{\"streams.too-many.title\":\"Vítejte\"}"))
            #expect(!second.text.contains("supportPhone") && !second.text.contains("streamsPerAccount"))
            #expect(second.text.contains("\"timeZone\":\"Europe/Prague\""))
            // The change applies immediately: the next page has the new name and colour.
            let (fields, _) = try await stage.browser()
            let page = await stage.send(.get, "/admin", fields).text
            #expect(page.contains("<b>Halle</b></a>") && page.contains("--accent:#f0b35a;"))
            #expect(try await stage.record(of: stage.here) == ["admin tenant.change", "admin tenant.change"])
            let detail = "select detail ->> 'changed' from app.audit_event order by event_id desc limit 1;"
            #expect(try await stage.database.sql(detail) == "texts, supportPhone, policies")
            #expect(
                await stage.send(.get, Self.path, as: "admin@there", at: "there").text.contains("\"name\":\"There\""))
        }
    }

    @Test func aProfileUpdateWithoutAChangeIsNotRecorded() async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.patch, Self.path, as: "admin@here", json: "{\"name\": \"Here\"}")
            #expect(answer.text.contains("\"revision\":1"))
            #expect(try await stage.record(of: stage.here).isEmpty)
        }
    }

    @Test(arguments: [
        ("{\"name\": \"\"}", ["/name"]), ("{\"name\": null}", ["/name"]), ("{\"nmae\": \"x\"}", ["/nmae"]),
        ("{\"locale\": \"c\"}", ["/locale"]), ("{\"timeZone\": \"Europe/Nowhere\"}", ["/timeZone"]),
        ("{\"timeZone\": \"europe/prague\"}", ["/timeZone"]), ("{\"accentColour\": \"#333333\"}", ["/accentColour"]),
        ("{\"accentColour\": \"red\"}", ["/accentColour"]), ("{\"texts\": {\"A\": \"x\"}}", ["/texts/A"]),
        ("{\"texts\": {\"streams.too-many.title\": 1}}", ["/texts/streams.too-many.title"]),
        ("{\"texts\": {\"streams.too-many.title\": \" \"}}", ["/texts/streams.too-many.title"]),
        ("{\"texts\": null}", ["/texts"]),
        ("{\"supportUrl\": \"javascript:x\"}", ["/supportUrl"]), ("{\"supportPhone\": \"call\"}", ["/supportPhone"]),
        ("{\"policies\": {\"skipsBack\": -1, \"bufferMs\": 1}}", ["/policies/bufferMs", "/policies/skipsBack"]),
        ("{\"policies\": {\"skip\": 1}}", ["/policies/skip"]), ("{\"policies\": 5}", ["/policies"]),
        ("{\"policies\": {\"signUp\": \"yes\"}}", ["/policies/signUp"]), ("{\"slug\": \"x\"}", ["/slug"]), ("[]", [""]),
    ])
    func theErrorForInvalidProfileValuesNamesTheirMembers(patch: String, fields: [String]) async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.patch, Self.path, as: "admin@here", json: patch)
            #expect(answer.status == .unprocessableContent, "\(answer.text)")
            #expect(try answer.faults == fields)
            #expect(try await stage.record(of: stage.here).isEmpty)
        }
    }

    /// Spec R67, Decided 23.
    @Test func theDefaultCompletionPercentageIs95() async throws {
        try await Stage.with { (stage) async throws in
            let member = "\"completionPercent\":"
            #expect(await stage.send(.get, Self.path, as: "admin@here").text.contains(member + "95"))
            // A change of another setting also stores the default, which stays 95.
            let named = await stage.send(.patch, Self.path, as: "admin@here", json: "{\"name\": \"Halle\"}")
            #expect(named.text.contains(member + "95"), "\(named.text)")
            let stored = "select distinct completion_percent from app.tenant_profile;"
            #expect(try await stage.database.sql(stored) == "95")
        }
    }

    @Test(arguments: [(49, false), (50, true), (94, true), (100, true), (101, false)])
    func theCompletionPercentageMustBeFrom50To100(percent: Int, isAllowed: Bool) async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(
                .patch, Self.path, as: "admin@here", json: "{\"policies\": {\"completionPercent\": \(percent)}}")
            #expect(answer.status == (isAllowed ? .ok : .unprocessableContent), "\(answer.text)")
            let text = await stage.send(.get, Self.path, as: "admin@here").text
            #expect(text.contains("\"completionPercent\":\(isAllowed ? percent : 95)"))
        }
    }

    @Test func theErrorForATooDarkAccentColourStatesItsContrastRatio() async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.patch, Self.path, as: "admin@here", json: "{\"accentColour\": \"#333333\"}")
            #expect(answer.text.contains("of 1.4") && answer.text.contains("4.5 to 1"), "\(answer.text)")
        }
    }

    @Test func aProfileUpdateWithAnOldEntityTagIsRefused() async throws {
        try await Stage.with { (stage) async throws in
            let tag = try #require(await stage.send(.get, Self.path, as: "admin@here").fields["ETag"])
            let first = await stage.send(
                .patch, Self.path, as: "admin@here", json: "{\"name\": \"A\"}", ["If-Match": tag])
            #expect(first.status == .ok)
            let second = await stage.send(
                .patch, Self.path, as: "admin@here", json: "{\"name\": \"B\"}", ["If-Match": tag])
            #expect(second.status == .preconditionFailed)
            // A change of the name by the platform also increases the revision.
            let now = try #require(first.fields["ETag"])
            _ = await stage.send(.patch, "/api/v1/platform/tenants/here", as: "pia", json: "{\"name\": \"C\"}")
            let third = await stage.send(
                .patch, Self.path, as: "admin@here", json: "{\"locale\": \"cs\"}", ["If-Match": "\"x\", \(now)"])
            #expect(third.status == .preconditionFailed)
            let any = await stage.send(
                .patch, Self.path, as: "admin@here", json: "{\"locale\": \"cs\"}", ["If-Match": "*"])
            #expect(any.status == .ok && any.text.contains("\"name\":\"C\""))
        }
    }

    @Test func simultaneousChangesOfAProfileAreAllKept() async throws {
        try await Stage.with { (stage) async throws in
            await withTaskGroup(of: Void.self) { group in
                for number in 1...8 {
                    group.addTask {
                        let json = "{\"texts\": {\"\(TenantText.allCases[number].rawValue)\": \"x\"}}"
                        let answer = await stage.send(.patch, Self.path, as: "admin@here", json: json)
                        #expect(answer.status == .ok)
                    }
                }
            }
            let answer = await stage.send(.get, Self.path, as: "admin@here").text
            #expect(answer.contains("\"revision\":9"))
            for number in 1...8 { #expect(answer.contains("\"\(TenantText.allCases[number].rawValue)\"")) }
        }
    }

    @Test func getAdminPage() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, _) = try await stage.browser()
            let page = await stage.send(.get, "/admin", fields)
            #expect(page.status == .ok)
            for path in ["/admin/accounts", "/admin/tenant", "/admin/audit"] {
                #expect(page.text.contains("href=\"\(path)\""))
            }
        }
    }

    @Test func getAdminTenantPage() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, _) = try await stage.browser()
            let page = await stage.send(.get, "/admin/tenant", query: "notice=saved", fields)
            #expect(page.status == .ok)
            #expect(page.text.contains("role=\"status\">Settings saved."))
            #expect(page.text.contains("name=\"bufferMinutes\" type=\"text\" value=\"300\""))
            #expect(await stage.send(.get, "/admin/tenant").fields["Location"] == "/login?next=%2Fadmin%2Ftenant")
        }
    }

    @Test func postAdminTenant() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.browser()
            let page = await stage.send(.get, "/admin/tenant", fields).text
            let start = try #require(page.firstRange(of: "name=\"tag\" value=\"")).upperBound
            let tag = String(page[start...].prefix { $0 != ">" }).replacing("&quot;", with: "\"").dropLast()
            let form =
                "csrf=\(csrf)&tag=\(String(tag).percentEncoded)&name=Halle&locale=cs&timeZone=Europe/Prague"
                + "&accentColour=%23F0B35A&texts=streams.too-many.title+%3D+one"
                + "%0D%0Alogin.subscription-required.title+%3D+two&bufferMinutes=300&skipsBack=2"
                + "&streamsPerAccount=&signUp=yes"
            #expect(await stage.post("/admin/tenant", form: "name=x", fields).status == .forbidden)
            let answer = await stage.post("/admin/tenant", form: form, fields)
            #expect(answer.status == .seeOther, "\(answer.text)")
            #expect(answer.fields["Location"] == "/admin/tenant?notice=saved")
            let now = await stage.send(.get, Self.path, as: "admin@here").text
            for part in [
                "Halle", "#f0b35a", "\"login.subscription-required.title\":\"two\",\"streams.too-many.title\":\"one\"",
                "\"skipsBack\":2", "\"signUp\":true",
            ] {
                #expect(now.contains(part), "\(part)")
            }
            // The same form is sent again. Another administrator has saved in the meantime, and the typed values stay.
            let late = await stage.post("/admin/tenant", form: form.replacing("Halle", with: "Late"), fields)
            #expect(late.status == .preconditionFailed)
            #expect(
                late.text.contains("value=\"Late\"")
                    && late.text.contains("The settings have changed since you opened this page"))
        }
    }

    @Test func errorsInTheTenantFormAreShownAtTheirFields() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.browser()
            let form = "csrf=\(csrf)&tag=*&name=&locale=%3Cb%3E&accentColour=%23333333&skipsBack=many&texts=nothing"
            let page = await stage.post("/admin/tenant", form: form, fields)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("value=\"&lt;b&gt;\""))
            #expect(page.text.contains("id=\"skipsBack-fault\"") && page.text.contains("id=\"texts-fault\""))
            #expect(page.text.contains("id=\"name-fault\""), "all faults are reported together")
            #expect(page.text.contains("<a href=\"#skipsBack\">Maximum skips back must be a whole number"))
            #expect(page.text.contains("<a href=\"#texts\">") && page.text.contains("<a href=\"#name\">The name "))
            #expect(page.text.contains("name=\"skipsBack\" type=\"text\" value=\"many\""))
            #expect(page.text.contains(">nothing</textarea>"))
            let second = await stage.post(
                "/admin/tenant", form: "csrf=\(csrf)&tag=*&name=&locale=x&accentColour=%23333333", fields)
            for name in ["name", "locale", "accentColour"] { #expect(second.text.contains("id=\"\(name)-fault\"")) }
            #expect(second.text.contains("aria-describedby=\"name-fault\""))
        }
    }

    /// The browser's colour picker has no empty value. The box beside it means "no colour", unless a colour is picked.
    @Test(arguments: [("%23f0b35a", true, nil), ("%23aabbcc", true, "#aabbcc"), ("%23f0b35a", false, "#f0b35a")])
    func aPickedColourOverridesTheNoColourBox(picked: String, isNone: Bool, kept: String?) async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.browser()
            let form = "csrf=\(csrf)&tag=*&accentColour=\(picked)&shownAccentColour=%23f0b35a"
            let answer = await stage.post("/admin/tenant", form: form + (isNone ? "&noAccentColour=yes" : ""), fields)
            #expect(answer.status == .seeOther, "\(answer.text)")
            let now = await stage.send(.get, Self.path, as: "admin@here").text
            #expect(now.contains("\"accentColour\"") == (kept != nil) && now.contains(kept ?? "{"))
            let page = await stage.send(.get, "/admin/tenant", fields).text
            #expect(page.contains("type=\"color\"") && page.contains("list=\"timeZone-list\""))
            #expect(page.contains("name=\"noAccentColour\" value=\"yes\" checked") == (kept == nil))
        }
    }

    @Test func errorsInTheTenantFormLinkToTheirFields() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.browser()
            let page = await stage.post("/admin/tenant", form: "csrf=\(csrf)&tag=*&name=&skipsBack=many", fields)
            #expect(page.text.contains("<li><a href=\"#name\">The name "))
            let entry =
                "<a href=\"#skipsBack\">Maximum skips back must be a whole number from 0 to 1000, found “many”.</a>"
            #expect(page.text.contains("<li>\(entry)</li>"))
        }
    }

    @Test func theListOfAllowedOriginsIsReplacedAsAWhole() async throws {
        try await Stage.with { (stage) async throws in
            func list(_ json: String) async -> Response {
                await stage.send(.patch, Self.path, as: "admin@here", json: "{\"allowedOrigins\": \(json)}")
            }
            let before = await stage.send(.get, Self.path, as: "admin@here")
            #expect(before.text.contains("\"allowedOrigins\":[]"))
            let first = await list("[\"HTTPS://B.example:443/\", \"http://localhost:5173\", \"https://a.example\"]")
            #expect(first.status == .ok, "\(first.text)")
            let kept = "\"allowedOrigins\":[\"http://localhost:5173\",\"https://a.example\",\"https://b.example\"]"
            #expect(first.text.contains(kept))
            #expect(first.fields["ETag"] != before.fields["ETag"])
            #expect(await stage.send(.get, Self.path, as: "admin@here").text.contains(kept))
            // The change applies from the next request, and only to this tenant.
            func allowed(at host: String) async -> String? {
                await stage.send(.get, Self.path, at: host, ["Origin": "https://b.example"])
                    .fields["Access-Control-Allow-Origin"]
            }
            #expect(await allowed(at: "here") == "https://b.example")
            #expect(await allowed(at: "there") == nil)
            // Sending the same list again changes nothing.
            let again = await list("[\"https://a.example\", \"https://b.example\", \"http://localhost:5173\"]")
            #expect(again.text.contains("\"revision\":2"))
            #expect(await list("[\"*\"]").text.contains("\"allowedOrigins\":[\"*\"]"))
            #expect(await allowed(at: "here") == "*")
            #expect(await list("null").text.contains("\"allowedOrigins\":[]"))
            #expect(await allowed(at: "here") == nil)
            let detail = "select distinct detail ->> 'changed' from app.audit_event where action = 'tenant.change';"
            #expect(try await stage.database.sql(detail) == "allowedOrigins")
        }
    }

    @Test(arguments: [
        ("[\"https://a.example\", \"app.example\"]", ["/allowedOrigins/1"]),
        ("[\"http://a.example\", \"https://a.example/path\"]", ["/allowedOrigins/0", "/allowedOrigins/1"]),
        ("[\"*\", \"https://a.example\"]", ["/allowedOrigins/0"]), ("[\"null\"]", ["/allowedOrigins/0"]),
        ("[\"https://*.example\"]", ["/allowedOrigins/0"]), ("[1]", ["/allowedOrigins/0"]),
        ("\"*\"", ["/allowedOrigins"]),
        ("[\(repeatElement("\"https://a.example\"", count: 33).joined(separator: ","))]", ["/allowedOrigins"]),
    ])
    func anInvalidAllowedOriginIsRefusedWithItsPosition(json: String, fields: [String]) async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(
                .patch, Self.path, as: "admin@here", json: "{\"allowedOrigins\": \(json)}")
            #expect(answer.status == .unprocessableContent, "\(answer.text)")
            #expect(answer.fields["Content-Type"]?.hasPrefix("application/problem+json") == true)
            #expect(try answer.faults == fields)
            #expect(try await stage.database.sql("select distinct allowed_origins from control.tenant;") == "{}")
        }
    }

    @Test func theTenantFormAcceptsOneOriginPerLine() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.browser()
            func post(_ lines: String) async -> Response {
                await stage.post(
                    "/admin/tenant",
                    form: "csrf=\(csrf)&tag=*&name=Here&locale=en&timeZone=UTC&allowedOrigins=\(lines.percentEncoded)",
                    fields)
            }
            let bad = await post("https://a.example\r\nhttps://b.example/<path>")
            #expect(bad.status == .unprocessableContent)
            #expect(bad.text.contains("id=\"allowedOrigins-fault\">Origin 2 must be an origin"), "\(bad.text)")
            #expect(bad.text.contains("<a href=\"#allowedOrigins\">Origin 2 must be an origin"))
            #expect(bad.text.contains("https://b.example/&lt;path&gt;</textarea>"), "the form keeps the typed text")
            let good = await post("  https://b.example \r\n\r\nhttps://a.example\r\n")
            #expect(good.status == .seeOther, "\(good.text)")
            let page = await stage.send(.get, "/admin/tenant", fields).text
            #expect(page.contains(">https://a.example\nhttps://b.example</textarea>"))
            #expect(await post("").status == .seeOther)
            #expect(try await stage.database.sql("select distinct allowed_origins from control.tenant;") == "{}")
        }
    }
}
