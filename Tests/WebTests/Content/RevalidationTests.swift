import HTTP
import Testing

@testable import Web

@Suite struct RevalidationTests {
    private static let tagged = Response(
        .ok, fields: ["ETag": "\"1.7\"", "Cache-Control": "no-store", "Vary": "Origin", "Content-Type": "text/plain"])

    private static func status(_ method: Method, _ known: String?, of response: Response = tagged) -> Int {
        var request = Request.hall(method, "/api/v1/thing")
        request.fields["If-None-Match"] = known
        return response.unlessKnown(to: request).status.code
    }

    @Test(arguments: ["\"1.7\"", "W/\"1.7\"", "\"x\", \"1.7\"", "*"])
    func aMatchingIfNoneMatchFieldGives304(known: String) {
        #expect(Self.status(.get, known) == 304)
        #expect(Self.status(.head, known) == 304)
    }

    @Test(arguments: ["\"1.8\"", "1.7", "", "\"1.7"])
    func anIfNoneMatchFieldWithoutAMatchGives200(known: String) { #expect(Self.status(.get, known) == 200) }

    @Test func onlySuccessfulReadsWithAnEntityTagGive304() {
        #expect(Self.status(.put, "\"1.7\"") == 200)
        #expect(Self.status(.get, "*", of: Response(.notFound, fields: ["ETag": "\"1.7\""])) == 404)
        #expect(Self.status(.get, "*", of: Response(.ok)) == 200)
        #expect(Self.status(.get, nil) == 200)
    }

    @Test func a304ResponseKeepsTheCachingFieldsOnly() {
        var request = Request.hall(.get, "/api/v1/thing")
        request.fields["If-None-Match"] = "\"1.7\""
        let known = Self.tagged.unlessKnown(to: request)
        #expect(known.fields["ETag"] == "\"1.7\"")
        #expect(known.fields["Cache-Control"] == "no-store")
        #expect(known.fields["Vary"] == "Origin")
        #expect(known.fields["Content-Type"] == nil)
    }
}
