import HTTP
import TestSupport
import Testing
import Web

@testable import TenantLife

@Suite struct PlatformPageRoutesTests {
    @Test func getPlatformPage() async throws {
        try await Stage.with { (stage) async throws in
            let visitor = await stage.send(.get, "/platform")
            #expect(visitor.fields["Location"] == "/platform/login?next=%2Fplatform", "not the tenant's own log-in")
            let (fields, _) = try await stage.platformBrowser()
            let page = await stage.send(.get, "/platform", fields)
            #expect(page.status == .ok)
            #expect(page.text.contains("href=\"/platform/tenants/there\"") && page.text.contains("<b>Pia</b>"))
        }
    }

    /// The platform does not accept the cookie of a tenant, and a tenant does not accept the cookie of the platform.
    @Test func cookiesOfTheTenantAndThePlatformAreNotInterchangeable() async throws {
        try await Stage.with { (stage) async throws in
            let (tenant, _) = try await stage.browser()
            #expect(await stage.send(.get, "/platform", tenant).status == .seeOther)
            let renamed = tenant["Cookie"]?.replacing("session=", with: "platform=") ?? ""
            #expect(await stage.send(.get, "/platform", ["Cookie": renamed]).status == .seeOther)
            let (platform, _) = try await stage.platformBrowser()
            #expect(await stage.send(.get, "/admin", platform).status == .seeOther)
        }
    }

    @Test func postPlatformTenant() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.platformBrowser()
            let form = "slug=north&name=North+%3CB%3E&host=north.example&locale=&timeZone="
            #expect(await stage.post("/platform/tenants", form: form, fields).status == .forbidden)
            let answer = await stage.post("/platform/tenants", form: "csrf=\(csrf)&" + form, fields)
            #expect(answer.fields["Location"] == "/platform/tenants/north?notice=added", "\(answer.text)")
            #expect(await stage.send(.get, "/platform", fields).text.contains("North &lt;B&gt;"))
            let again = await stage.post("/platform/tenants", form: "csrf=\(csrf)&" + form, fields)
            #expect(again.status == .conflict)
            #expect(again.text.contains("<a href=\"#slug\">Short name is taken: another tenant already has"))
            #expect(again.text.contains("id=\"slug-fault\">Is taken: another tenant"), "shown at its field")
            #expect(again.text.contains("value=\"North &lt;B&gt;\""), "the form keeps the typed values")
            let wrong = await stage.post("/platform/tenants", form: "csrf=\(csrf)&slug=a&name=A&host=no+host", fields)
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("<a href=\"#host\">Host name must be a host name, such as"))
            let all = await stage.post(
                "/platform/tenants", form: "csrf=\(csrf)&slug=a&name=+&host=no+host&administrator=a@b@c", fields)
            for name in ["name", "host", "administrator"] {
                #expect(
                    all.text.contains("<a href=\"#\(name)\">") && all.text.contains("id=\"\(name)-fault\""), "\(name)")
            }
        }
    }

    @Test func getPlatformTenantPage() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, _) = try await stage.platformBrowser()
            let page = await stage.send(.get, "/platform/tenants/there", query: "notice=saved", fields)
            #expect(page.text.contains("role=\"status\">Tenant saved."))
            // Both actions need a confirmation before the last button.
            for press in ["Disable There", "Remove there"] {
                #expect(page.text.contains(">\(press)</button></p></form></details>"), "\(press)")
            }
            #expect(page.text.contains("This is the only host name. Without a host name, nobody can reach the tenant"))
            let unknown = await stage.send(.get, "/platform/tenants/x", fields)
            #expect(unknown.status == .notFound && unknown.text.contains("href=\"/platform\">All tenants</a>"))
        }
    }

    @Test func postPlatformTenantChange() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.platformBrowser()
            let path = "/platform/tenants/there"
            let form = "csrf=\(csrf)&name=Over&locale=de&timeZone=Europe/Vienna&streams=12&accounts="
            #expect(await stage.post(path, form: form, fields).fields["Location"] == path + "?notice=saved")
            let page = await stage.send(.get, path, fields).text
            #expect(page.contains("value=\"Over\"") && page.contains("name=\"streams\" type=\"text\" value=\"12\""))
            let wrong = await stage.post(path, form: form + "x&storedBytes=0", fields)
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Correct these 2 entries:"))
            for (name, typed, label) in [("accounts", "x", "Accounts"), ("storedBytes", "0", "Stored bytes")] {
                #expect(wrong.text.contains("<a href=\"#\(name)\">\(label) must be a whole number from 1 to"))
                let kept = "name=\"\(name)\" type=\"text\" value=\"\(typed)\" aria-invalid=\"true\""
                #expect(wrong.text.contains(kept), "the field keeps the typed value")
            }
            let disabled = await stage.post(path, form: "csrf=\(csrf)&enabled=false", fields)
            #expect(disabled.fields["Location"] == path + "?notice=disabled")
            #expect(await stage.send(.get, "/logo", at: "there").status == .misdirectedRequest)
            #expect(await stage.send(.get, path, fields).text.contains(">Enable tenant</button>"))
            #expect(try await stage.record(of: stage.there) == ["Pia tenant.change", "Pia tenant.disable"])
        }
    }

    @Test func postPlatformTenantHost() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.platformBrowser()
            let path = "/platform/tenants/there/hosts"
            let answer = await stage.post(path, form: "csrf=\(csrf)&host=two.example", fields)
            #expect(answer.fields["Location"] == "/platform/tenants/there?notice=host-added")
            #expect(await stage.send(.get, "/platform/login", at: "two.example").status == .ok)
        }
    }

    @Test func postPlatformTenantHostRemoval() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.platformBrowser()
            let path = "/platform/tenants/there/hosts/removal"
            let answer = await stage.post(path, form: "csrf=\(csrf)&host=there", fields)
            #expect(answer.fields["Location"] == "/platform/tenants/there?notice=host-removed")
            #expect(await stage.send(.get, "/platform/login", at: "there").status == .misdirectedRequest)
            #expect(await stage.post(path, form: "csrf=\(csrf)&host=there", fields).status == .notFound)
        }
    }
}
