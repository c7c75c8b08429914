import HTTP
import Testing

@testable import Web

@Suite struct ForgeryCheckTests {
    private static let cookie = Caller(userID: 1, login: "eva", role: .operator, proof: .cookie(csrfToken: "t0ken"))
    private static let bearer = Caller(userID: 1, login: "eva", role: .operator, proof: .bearer)
    private static let ours = "http://hall.example"

    private static func press(_ fields: Fields, body: String = "csrf=t0ken", caller: Caller? = cookie) -> Bool {
        let request = Request.hall(.post, "/operator", fields: fields, body: body)
        return (try? ForgeryCheck.check(request, proof: caller?.proof)) != nil
    }

    private static func form(_ fields: Fields) -> Fields {
        var fields = fields
        if fields["Content-Type"] == nil { fields["Content-Type"] = "application/x-www-form-urlencoded" }
        return fields
    }

    @Test(
        arguments: [
            ["Origin": "http://hall.example"], ["Origin": "https://hall.example"], ["Origin": "HTTP://hall.example"],
            ["Origin": "http://hall.example:80"], ["Origin": "http://HALL.example"], ["Sec-Fetch-Site": "same-origin"],
            ["Referer": "http://hall.example/operator?a=b"],
            ["Origin": "http://hall.example", "Sec-Fetch-Site": "same-origin"],
        ] as [[String: String]])
    func aFormFromThisSiteIsAccepted(fields: [String: String]) {
        var sent: Fields = [:]
        for (name, value) in fields { sent[name] = value.replacing("HTTP:", with: "http:") }
        #expect(Self.press(Self.form(sent)))
    }

    /// Spec S1.13.
    @Test(
        arguments: [
            [:], ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://hall.example.evil.example"],
            ["Origin": "http://evil.example/hall.example"], ["Origin": "http://hall.example:8080"],
            ["Origin": "hall.example"],
            ["Origin": "http://hall.example@evil.example"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"],
            ["Sec-Fetch-Site": "none"], ["Origin": "http://hall.example", "Sec-Fetch-Site": "cross-site"],
            ["Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"],
            ["Origin": "http://evil.example", "Referer": "http://hall.example/"],
            ["Referer": "http://evil.example/hall.example"],
            ["Origin": ""],
        ] as [[String: String]])
    func aFormFromAnotherOrAnUnknownSiteIsRefused(fields: [String: String]) {
        var sent: Fields = [:]
        for (name, value) in fields { sent[name] = value }
        #expect(!Self.press(Self.form(sent)))
    }

    @Test(arguments: ["", "csrf=", "csrf=old", "csrf=t0ken2", "csrf=t0ke", "csrf=t0ken&csrf=t0ken", "CSRF=t0ken"])
    func aFormWithoutTheSessionsTokenIsRefused(body: String) {
        #expect(!Self.press(Self.form(["Origin": Self.ours]), body: body))
    }

    @Test(arguments: ["text/plain", "multipart/form-data; boundary=x", "application/json", nil])
    func aFormTokenIsReadOnlyFromAURLEncodedForm(type: String?) {
        var fields: Fields = ["Origin": Self.ours]
        fields["Content-Type"] = type
        #expect(!Self.press(fields))
    }

    @Test func theTokenOfAFormWithManyFilesIsRead() {
        var body = "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\nt0ken\r\n"
        for number in 1...150 {
            body += "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(number).csv\"\r\n\r\nx\r\n"
        }
        #expect(
            Self.press(
                ["Origin": Self.ours, "Content-Type": "multipart/form-data; boundary=b"], body: body + "--b--\r\n"))
    }

    @Test func aScriptMaySendTheFormTokenInAHeaderField() {
        let fields: Fields = ["Origin": Self.ours, "X-CSRF-Token": "t0ken", "Content-Type": "application/json"]
        #expect(Self.press(fields, body: "{}"))
        #expect(!Self.press(["Origin": Self.ours, "X-CSRF-Token": "old", "Content-Type": "application/json"]))
    }

    @Test func aRequestWithABearerTokenNeedsNoFormToken() {
        #expect(Self.press([:], body: "", caller: Self.bearer))
        #expect(Self.press(["Origin": "http://evil.example"], body: "", caller: Self.bearer))
    }

    @Test func anotherSiteCannotSignAVisitorIn() {
        #expect(Self.press([:], caller: nil))
        #expect(Self.press(["Origin": Self.ours], caller: nil))
        #expect(!Self.press(["Origin": "http://evil.example"], caller: nil))
        #expect(!Self.press(["Sec-Fetch-Site": "cross-site"], caller: nil))
    }

    @Test func requestsThatOnlyReadAreNotCheckedForForgery() throws {
        for method in [Method.get, .head] {
            try ForgeryCheck.check(.hall(method, "/operator", fields: ["Origin": "null"]), proof: Self.cookie.proof)
        }
    }

    @Test func theApplicationAnswersForgedRequestsWith403() async throws {
        let operatorRoute = route(.post, "/operator", access: .permission(.moveLive), errors: .page)
        let request = Request.hall(
            .post, "/operator",
            fields: [
                "Cookie": "who=operator", "Origin": "http://evil.example",
                "Content-Type": "application/x-www-form-urlencoded",
            ], body: "csrf=token-operator")
        let response = try await application([operatorRoute]).respond(to: request)
        #expect(response.status == .forbidden)
        var ours = request
        ours.fields["Origin"] = "http://hall.example"
        #expect(try await application([operatorRoute]).respond(to: ours).status == .ok)
    }
}
