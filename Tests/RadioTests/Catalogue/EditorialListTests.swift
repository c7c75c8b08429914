import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct EditorialListTests {
    @Test(arguments: ["featured", "channels/$channel/hot"])
    func anEditorialListIsReplacedAsAWholeAndKeepsTheGivenOrder(list: String) async throws {
        try await withCatalogue { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let a = try await stage.database.show("A", in: stage.here)
            let b = try await stage.database.show("B", in: stage.here)
            let path = "/api/v1/admin/" + list.replacing("$channel", with: "\(channel)")
            let empty = await stage.send(.get, path, as: .programmer)
            #expect(empty.text == #"{"shows":[]}"#)
            let tag = try #require(empty.fields["ETag"])
            let both = #"{"shows":[{"show":"\#(b)"},{"expiresAt":"2026-07-01T00:00:00.000Z","show":"\#(a)"}]}"#
            let set = await stage.send(.put, path, both, as: .programmer, ["If-Match": tag])
            #expect(set.text == both)
            #expect(await stage.send(.get, path, as: .programmer).text == both)
            #expect(try await stage.touched() == "\(a) \(b)")
            #expect(await stage.send(.put, path, both, as: .programmer, ["If-Match": tag]).status == 412)
            let twice = await stage.send(
                .put, path, #"{"shows":[{"show":"\#(a)"},{"show":"\#(a)"}]}"#, as: .programmer)
            #expect(twice.faults == ["/shows"])
            let missing = await stage.send(
                .put, path, #"{"shows":[{"show":"\#(a)"},{"show":"999"}]}"#, as: .programmer)
            #expect(missing.faults == ["/shows/1/show"])
            let one = await stage.send(.put, path, #"{"shows":[{"show":"\#(a)"}]}"#, as: .programmer)
            #expect(one.objects("shows").count == 1)
            #expect(try await stage.audit().count == 2)
        }
    }

    @Test func theHotListOfAChannelOfAnotherTenantIsNotFound() async throws {
        try await withCatalogue { stage in
            let theirs = try await stage.database.channel("theirs", in: stage.there)
            let path = "/api/v1/admin/channels/\(theirs)/hot"
            #expect(await stage.send(.get, path, as: .programmer).status == 404)
            #expect(await stage.send(.put, path, #"{"shows":[]}"#, as: .programmer).status == 404)
        }
    }
}
