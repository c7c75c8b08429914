import ConcertNotes
import HTTP
import Synchronization
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertEditing

/// Concurrent editors: no change is lost, and readers never see a partly published revision.
@Suite struct ConcurrentEditingTests {
    /// The number of successful writes for each annotation.
    private struct Tally: Sendable {
        var successes: [String: Int] = [:]
        var publications = 0

        mutating func add(_ other: Tally) {
            successes.merge(other.successes, uniquingKeysWith: +)
            publications += other.publications
        }
    }

    /// Whether the writer has finished.
    private final class Writer: Sendable {
        private let state = Mutex(false)
        var isDone: Bool { state.withLock { $0 } }
        func finish() { state.withLock { $0 = true } }
    }

    /// Each annotation contains a number. An editor reads it, writes the next number with `If-Match`, and starts again
    /// after 412. At the end each number equals the number of successful writes, so a lost update would be noticed.
    @Test func aThousandConcurrentEditsLoseNoUpdate() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            let entries = (1...4).map { #"{"measure": \#($0), "text": "0"}"# }.joined(separator: ",")
            let list = await server.send(
                .put, concert.annotations, #"{"annotations": [\#(entries)]}"#, to: tenant)
            let ids = list.items.compactMap { $0["id"]?.text }
            #expect(await concert.publish().status == 200)
            let before = try await Self.version(database)

            let done = await withTaskGroup(of: Tally.self, returning: Tally.self) { group in
                for editor in 0..<8 {
                    group.addTask {
                        var tally = Tally()
                        var random = Seeded(UInt64(editor + 1))
                        for edit in 0..<125 {
                            let id = ids[Int(random.next() % UInt64(ids.count))]
                            await Self.increase(id, of: concert, by: "editor-\(editor)")
                            tally.successes[id, default: 0] += 1
                            guard edit % 25 == 24 else { continue }
                            let answer = await concert.publish()
                            #expect(answer.status == 200, "\(answer.text)")
                            if answer.json?["isNew"]?.flag == true { tally.publications += 1 }
                        }
                        return tally
                    }
                }
                return await group.reduce(into: Tally()) { $0.add($1) }
            }

            #expect(done.successes.values.reduce(0, +) == 1000)
            let after = await server.send(.get, concert.annotations, to: tenant)
            for item in after.items {
                let id = item["id"]?.text ?? ""
                #expect(item["text"]?.text == "\(done.successes[id] ?? 0)", "annotation \(id)")
            }
            let revisions = await server.send(.get, "/concerts/\(concert.slug)/revisions?limit=200", to: tenant)
            #expect(revisions.items.count == done.publications + 1)
            // Each edit and each publication increased the version by one.
            #expect(try await Self.version(database) - before == 1000 + 40)
            try await Self.checkRevisions(concert, last: after)
        }
    }

    private static func version(_ database: TestDatabase) async throws -> Int {
        Int(try await database.sql("select version from app.concert_draft")) ?? 0
    }

    /// Writes the next number to an annotation, and repeats this until no other editor was faster.
    private static func increase(_ id: String, of concert: WrittenConcert, by login: String) async {
        let path = "\(concert.annotations)/\(id)"
        while true {
            let known = await concert.server.send(.get, path, to: concert.tenant, by: login)
            let next = (known.json?["text"]?.text.flatMap { Int($0) } ?? 0) + 1
            let answer = await concert.server.send(
                .patch, path, #"{"text": "\#(next)"}"#, to: concert.tenant, by: login, match: known.tag)
            if answer.status == 200 { return }
            #expect(answer.status == 412, "\(answer.text)")
        }
    }

    /// The numbers of a piece never decrease from one revision to the next, and the rows are those of the newest
    /// revision.
    private static func checkRevisions(_ concert: WrittenConcert, last: EditingServer.Answer) async throws {
        let store = DraftStore(database: concert.server.database.tenants)
        let (slug, tenant) = (concert.slug, concert.tenant.id)
        var numbers: [Int] = []
        for entry in try await store.revisions(of: slug, limit: 200, in: tenant).rows.reversed() {
            let snapshot = try await store.snapshot(of: entry.revision, of: slug, in: tenant)
            let texts = snapshot.pieces[0].content.tracks[0].annotations.compactMap { Int($0.text) }
            #expect(zip(numbers, texts).allSatisfy { $0 <= $1 }, "revision \(entry.revision)")
            numbers = texts
        }
        let concerts = ConcertStore(database: concert.server.database.tenants)
        let published = try #require(try await concerts.concert(slug: slug, in: tenant))
        let pieces = try #require(try await concerts.pieces(of: published, in: tenant))
        #expect(pieces[0].tracks[0].annotations.compactMap { Int($0.text) } == numbers)
    }

    /// Readers of the published rows see one revision at a time: all pages of a piece contain the same number.
    @Test func readersNeverSeeAPartlyPublishedRevision() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            func write(_ number: Int) async {
                let entries = (1...4).map { #"{"measure": \#($0), "text": "\#(number)"}"# }.joined(separator: ",")
                _ = await concert.server.send(
                    .put, concert.annotations, #"{"annotations": [\#(entries)]}"#, to: tenant)
                #expect(await concert.publish().status == 200)
            }
            await write(0)
            let writer = Writer()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let store = ConcertStore(database: database.tenants)
                        var readings = 0
                        while !writer.isDone {
                            guard let published = try await store.concert(slug: concert.slug, in: tenant.id),
                                let pieces = try await store.pieces(of: published, in: tenant.id)
                            else { continue }
                            let texts = Set(pieces[0].tracks[0].annotations.map(\.text))
                            #expect(texts == ["\(published.revision - 1)"])
                            readings += 1
                        }
                        return readings
                    }
                }
                for number in 1...30 { await write(number) }
                writer.finish()
                for try await readings in group { #expect(readings > 0) }
            }
        }
    }
}
