import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertEditing

@Suite struct AnnotationRoutesTests {
    @Test func createAnnotationComputesTheTimeFromTheMeasures() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let answer = await concert.server.send(
                .post, concert.annotations, #"{"measure": 3, "text": "The oboe."}"#, to: tenant)
            #expect(answer.status == 201)
            #expect(answer.json?["startMs"]?.integer == 3000)
            #expect(answer.json?["printedMeasure"]?.text == "3")
            let list = await concert.server.send(.get, concert.annotations, to: tenant)
            #expect(list.items.compactMap { $0["text"]?.text } == ["It begins.", "The oboe."])
        }
    }

    @Test func aRepeatedIdempotencyKeyCreatesOneAnnotation() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            func post(_ text: String) async -> EditingServer.Answer {
                await concert.server.send(
                    .post, concert.annotations, #"{"measure": 2, "text": "\#(text)"}"#, to: tenant, key: "once")
            }
            let first = await post("The oboe.")
            let second = await post("The oboe.")
            #expect(first.status == 201)
            #expect(second.status == 201)
            #expect(first.id == second.id)
            #expect(await post("The flute.").code == "idempotency-key-reused")
            #expect(await concert.server.send(.get, concert.annotations, to: tenant).items.count == 2)
        }
    }

    @Test func theErrorOfAnInvalidAnnotationNamesItsFields() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            for (json, fields) in [
                (#"{"measure": 0, "text": ""}"#, ["/text", "/measure"]),
                (#"{"measure": 5, "text": "x"}"#, ["/measure"]),
                (#"{"measure": 1, "text": "costs $5"}"#, ["/text"]),
                (#"{"measure": 1, "text": "one\ntwo"}"#, ["/text"]),
                (#"{"measure": 1, "text": "$a b.png, caption"}"#, ["/text"]), (#"{"text": "x"}"#, ["/measure"]),
            ] {
                let answer = await concert.server.send(.post, concert.annotations, json, to: tenant)
                #expect(answer.status == 422, "\(json)")
                #expect(answer.faults == fields, "\(json) \(answer.text)")
                #expect(answer.text.contains("suggestion"), "\(json)")
            }
        }
    }

    @Test func theErrorOfAnOutdatedChangeNamesBothVersionsOfTheAnnotation() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            let id = await server.send(.get, concert.annotations, to: tenant).items[0]["id"]?.text ?? ""
            let path = "\(concert.annotations)/\(id)"
            let known = await server.send(.get, path, to: tenant)
            let first = await server.send(.patch, path, #"{"text": "One."}"#, to: tenant, match: known.tag)
            #expect(first.status == 200)
            let second = await server.send(.patch, path, #"{"text": "Two."}"#, to: tenant, match: known.tag)
            #expect(second.status == 412)
            #expect(second.json?["versions"]?["known"]?.text == known.tag)
            #expect(second.json?["versions"]?["current"]?.text == first.tag)
            #expect(second.json?["versions"]?["content"]?["text"]?.text == "One.")
            #expect(await server.send(.get, path, to: tenant).json?["text"]?.text == "One.")
            #expect(await server.send(.delete, path, to: tenant, match: known.tag).status == 412)
            #expect(await server.send(.delete, path, to: tenant, match: first.tag).status == 204)
        }
    }

    @Test func replacingAllAnnotationsKeepsKnownIdentifiers() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let list = await concert.server.send(.get, concert.annotations, to: tenant)
            let id = list.items[0]["id"]?.text ?? ""
            let answer = await concert.server.send(
                .put, concert.annotations,
                #"{"annotations": [{"measure": 4, "text": "Last."}, {"id": "\#(id)", "measure": 2, "text": "Second."}]}"#,
                to: tenant, match: list.tag)
            #expect(answer.items.compactMap { $0["text"]?.text } == ["Second.", "Last."])
            #expect(answer.items[0]["id"]?.text == id)
            let refused = await concert.server.send(
                .put, concert.annotations,
                #"{"annotations": [{"measure": 1, "text": "x"}, {"id": "99", "measure": 9, "text": ""}]}"#, to: tenant)
            #expect(refused.faults == ["/annotations/1/id"])
            let faulty = await concert.server.send(
                .put, concert.annotations,
                #"{"annotations": [{"measure": 9, "text": ""}, {"measure": 1, "text": "x"}]}"#,
                to: tenant)
            #expect(faulty.faults == ["/annotations/0/text", "/annotations/0/measure"])
        }
    }

    @Test func clearingTheLevelOfATrackKeepsItsLanguage() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            let path = "/pieces/\(concert.piece)/tracks"
            let made = await server.send(
                .post, path, #"{"name": "Die Musik", "language": "de", "level": "advanced"}"#, to: tenant)
            #expect(made.json?["level"]?.text == "advanced")
            let refused = await server.send(
                .post, path, #"{"name": "numSECONDS", "language": "german", "level": "high"}"#, to: tenant)
            #expect(refused.faults == ["/level"])
            let reserved = await server.send(.post, path, #"{"name": "numSECONDS", "language": "1"}"#, to: tenant)
            #expect(reserved.faults == ["/name", "/language"])
            let order = #"{"tracks": ["\#(made.id)", "\#(concert.track)"]}"#
            #expect(await server.send(.put, path, order, to: tenant).items[0]["id"]?.text == made.id)
            let cleared = await server.send(.patch, "\(path)/\(made.id)", #"{"level": null}"#, to: tenant)
            #expect(cleared.json?["level"] == nil)
            #expect(cleared.json?["language"]?.text == "de")
        }
    }

    @Test func theErrorsOfSectionsKeysAndIntensitiesNameTheirFields() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let (server, piece) = (concert.server, "/pieces/\(concert.piece)")
            let section = await server.send(
                .post, piece + "/sections", #"{"measure": 3, "label": "Coda, 1, 2, 3", "colour": "beige"}"#, to: tenant)
            #expect(section.faults == ["/label", "/colour"])
            let taken = await server.send(
                .post, piece + "/sections", #"{"measure": 1, "label": "Coda", "colour": "red"}"#, to: tenant)
            #expect(taken.faults == ["/measure"])
            let sections = await server.send(.get, piece + "/sections", to: tenant)
            #expect(sections.items[0]["colour"]?.text == "orange")
            let bulk = await server.send(
                .put, piece + "/sections", #"{"sections": [{"measure": 2, "label": "A", "colour": "red"}]}"#, to: tenant
            )
            #expect(bulk.faults == ["/sections/0/measure"])
            let keys = await server.send(
                .put, piece + "/keys", #"{"keys": [{"measure": 1, "fifths": -3}, {"measure": 1, "fifths": 8}]}"#,
                to: tenant)
            #expect(keys.faults == ["/keys/1/measure", "/keys/1/fifths"])
            let stored = await server.send(
                .put, piece + "/keys", #"{"keys": [{"measure": 1, "fifths": -3}]}"#, to: tenant)
            #expect(stored.json?["keys"]?.elements[0]["name"]?.text == "E♭ major / C minor (3 flats)")
            let intensities = await server.send(
                .put, piece + "/intensities", #"{"intensities": [{"measure": 1, "value": 1.5}]}"#, to: tenant)
            #expect(intensities.faults == ["/intensities/0/value"])
        }
    }

    @Test func theErrorsOfAMeasureTableNameEachInvalidField() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let path = "/pieces/\(concert.piece)/measures"
            let answer = await concert.server.send(
                .put, path,
                """
                {"measures": [{"startMs": 9, "printed": "1", "pass": 1}, {"startMs": 9, "printed": "1", "pass": 3},
                              {"startMs": 10, "printed": "", "pass": 1}], "end": {"measure": 4, "startMs": 1}}
                """, to: tenant)
            #expect(answer.status == 422)
            #expect(
                answer.faults == ["/measures/1/startMs", "/measures/1/pass", "/measures/2/printed", "/end", "/end"])
        }
    }
}
