import HTTP
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveFeedTests {
    let now = Instant(milliseconds: 1_000_000)

    private func reading(_ revision: Int64, measure: Int? = 1, messages: [AudienceMessage] = []) -> LiveReading {
        let onAir = measure.map {
            LiveSnapshot.OnAir(
                concert: Concert.ID(rawValue: 1), contentRevision: 1,
                position: LivePosition(
                    piece: LiveFixture.round, measure: $0, printedMeasure: "\($0)", pass: 1, revision: revision,
                    state: .running, source: .operator, at: now))
        }
        return LiveReading(snapshot: LiveSnapshot(revision: revision, onAir: onAir), messages: messages)
    }

    private func message(_ id: Int64, expires: Int64 = 60_000) -> AudienceMessage {
        AudienceMessage(
            id: AudienceMessage.ID(rawValue: id), title: "T\(id)", body: "", style: .auto, buttonText: "", url: nil,
            repeatNumber: 0, createdAt: now, expiresAt: Instant(milliseconds: now.milliseconds + expires))
    }

    @Test func aPositionEventIsSentOncePerRevision() {
        var feed = LiveFeed()
        let events = feed.update(with: reading(3, measure: 2), now: now)
        #expect(events.map(\.name) == ["position"])
        #expect(events.map(\.id) == ["3.0"])
        #expect(
            events.first?.data
                == #"{"at":"1970-01-01T00:16:40.000Z","measure":2,"pass":1,"piece":"Composer, Work: Round","#
                + #""printedMeasure":"2","revision":3,"source":"operator","state":"running"}"#)
        #expect(feed.update(with: reading(3, measure: 2), now: now).isEmpty)
    }

    /// The log between two readings, one measure for each revision; 0 means off the air.
    private func moves(_ measures: [(Int64, Int)]) -> [LiveMove] {
        measures.map { revision, measure in
            LiveMove(
                revision: revision, concert: Concert.ID(rawValue: 1),
                position: measure == 0 ? nil : reading(revision, measure: measure).snapshot?.onAir?.position)
        }
    }

    @Test func theFeedSendsEveryLoggedChangeBetweenTwoReadings() {
        var feed = LiveFeed()
        _ = feed.update(with: reading(3, measure: 3), now: now)
        var later = reading(7, measure: 7)
        later.moves = moves([(4, 4), (5, 0), (6, 6), (7, 7)])
        let events = feed.update(with: later, now: now)
        #expect(events.map(\.id) == ["4.0", "4.0.end", "5.0", "6.0", "7.0"])
        #expect(events.map(\.name) == ["position", "endOfPiece", "offAir", "position", "position"])
    }

    @Test func aReturningListenerReceivesEachMissedRevisionThatIsKept() {
        var feed = LiveFeed()
        _ = feed.update(with: reading(3, measure: 3), now: now)
        var later = reading(6, measure: 6)
        later.moves = moves([(4, 4), (5, 5), (6, 6)])
        _ = feed.update(with: later, now: now)
        #expect(feed.backlog(after: "4.0", now: now).map(\.id) == ["5.0", "6.0"])
        #expect(feed.backlog(after: "2.0", now: now).map(\.id) == ["3.0", "4.0", "5.0", "6.0"])
        // Earlier revisions are not kept, so only the newest is sent.
        #expect(feed.backlog(after: "1.0", now: now).map(\.id) == ["6.0"])
        #expect(feed.backlog(after: nil, now: now).map(\.id) == ["6.0"])
    }

    @Test func theFirstReadingSendsOnlyTheNewestRevision() {
        var feed = LiveFeed()
        var first = reading(6, measure: 6)
        first.moves = moves([(4, 4), (5, 5), (6, 6)])
        #expect(feed.update(with: first, now: now).map(\.id) == ["6.0"])
    }

    @Test func aNewFeedSendsAReturningListenerTheMissedRevisionsOfTheLog() {
        var feed = LiveFeed()
        var first = reading(6, measure: 6)
        first.moves = moves([(3, 3), (4, 0), (5, 5), (6, 6)])
        _ = feed.update(with: first, now: now)
        #expect(feed.backlog(after: "2.0", now: now).map(\.id) == ["3.0", "3.0.end", "4.0", "5.0", "6.0"])
        #expect(
            feed.backlog(after: "2.0", now: now).map(\.name)
                == ["position", "endOfPiece", "offAir", "position", "position"])
        #expect(feed.backlog(after: "5.0", now: now).map(\.id) == ["6.0"])
        #expect(feed.backlog(after: "1.0", now: now).map(\.id) == ["6.0"], "the log does not reach so far back")
        #expect(feed.backlog(after: nil, now: now).map(\.id) == ["6.0"])
    }

    @Test func changesBeforeAGapInTheLogAreNotSent() {
        var feed = LiveFeed()
        var first = reading(6, measure: 6)
        first.moves = moves([(3, 3), (5, 5), (6, 6)])
        _ = feed.update(with: first, now: now)
        #expect(feed.backlog(after: "2.0", now: now).map(\.id) == ["6.0"])
        #expect(feed.backlog(after: "4.0", now: now).map(\.id) == ["5.0", "6.0"])
    }

    @Test func aFeedFromBeforeTheConcertSendsEveryRevisionSinceItsStart() {
        var feed = LiveFeed()
        _ = feed.update(with: LiveReading(snapshot: nil, messages: []), now: now)
        var later = reading(3, measure: 3)
        later.moves = moves([(1, 1), (2, 2), (3, 3)])
        #expect(feed.update(with: later, now: now).map(\.id) == ["1.0", "2.0", "3.0"])
    }

    @Test func aFeedIsBehindAListenerWithANewerRevision() {
        var feed = LiveFeed()
        _ = feed.update(with: reading(5), now: now)
        #expect(feed.isBehind("6.0"))
        #expect(!feed.isBehind("5.7"))
        #expect(!feed.isBehind(nil))
    }

    @Test func goingOffTheAirSendsAnOffAirEvent() {
        var feed = LiveFeed()
        _ = feed.update(with: reading(3), now: now)
        let events = feed.update(with: reading(4, measure: nil), now: now)
        #expect(events.last == ServerSentEvent(id: "4.0", name: "offAir", data: #"{"revision":4}"#))
    }

    @Test func newMessagesAreSentOldestFirst() {
        var feed = LiveFeed()
        _ = feed.update(with: reading(3), now: now)
        let events = feed.update(with: reading(3, messages: [message(8), message(7)]), now: now)
        #expect(events.map(\.id) == ["3.7", "3.8"])
        #expect(events.allSatisfy { $0.name == "message" })
        #expect(feed.update(with: reading(3, messages: [message(8), message(7)]), now: now).isEmpty)
    }

    @Test func aWithdrawnMessageIsReportedAsExpired() {
        var feed = LiveFeed()
        _ = feed.update(with: reading(3, messages: [message(7)]), now: now)
        let events = feed.update(with: reading(3), now: now)
        #expect(events.map(\.name) == ["message"])
        #expect(events.map(\.id) == ["3.7.7"])
        #expect(events.first?.data.contains(#""expiresAt":"1970-01-01T00:16:40.000Z""#) == true)
    }

    @Test func anExpiredMessageIsNotSentAgain() {
        var feed = LiveFeed()
        _ = feed.update(with: reading(3, messages: [message(7, expires: 10)]), now: now)
        #expect(feed.update(with: reading(3), now: Instant(milliseconds: now.milliseconds + 10)).isEmpty)
    }

    @Test(
        arguments: [
            (nil, ["5.0", "5.7", "5.8"]), ("", ["5.0", "5.7", "5.8"]), ("nonsense", ["5.0", "5.7", "5.8"]),
            ("5.+7", ["5.0", "5.7", "5.8"]), ("4.0", ["5.0", "5.7", "5.8"]), ("4.7", ["5.7", "5.8"]),
            ("5.7", ["5.8"]), ("5.8", []), ("5.8.7", []), ("5.0", ["5.7", "5.8"]), ("9.8", ["5.8"]),
        ] as [(String?, [String])])
    func aReturningListenerReceivesEventsAfterTheLastEventID(lastEventID: String?, ids: [String]) {
        var feed = LiveFeed()
        _ = feed.update(with: reading(5, messages: [message(8), message(7), message(6, expires: 0)]), now: now)
        #expect(feed.backlog(after: lastEventID, now: now).map(\.id) == ids)
    }

    @Test func aNewListenerReceivesAnOffAirEventIfNoConcertIsOnTheAir() {
        #expect(LiveFeed().backlog(after: nil, now: now).map(\.name) == ["offAir"])
    }

    // MARK: The end of a piece (decision 0085)

    private static let pieces = [LiveFixture.round, LiveFixture.coda]

    /// The row at a position: the concert, the piece (0 or 1), the measure and the state.
    private func row(
        _ revision: Int64, _ piece: Int, _ measure: Int, _ state: LiveState = .running, concert: Int64 = 1
    ) -> LiveSnapshot {
        LiveSnapshot(
            revision: revision,
            onAir: LiveSnapshot.OnAir(
                concert: Concert.ID(rawValue: concert), contentRevision: 1,
                position: LivePosition(
                    piece: Self.pieces[piece], measure: measure, printedMeasure: "\(measure)", pass: 1,
                    revision: revision, state: state, source: .operator, at: now), pieceOrder: piece + 1))
    }

    private func offAir(_ revision: Int64) -> LiveSnapshot { LiveSnapshot(revision: revision, onAir: nil) }

    /// The log of rows.
    private func log(_ rows: LiveSnapshot...) -> [LiveMove] {
        rows.map {
            LiveMove(
                revision: $0.revision, concert: $0.onAir?.concert, position: $0.onAir?.position,
                pieceOrder: $0.onAir?.pieceOrder)
        }
    }

    /// Returns the events of a feed that reads one row after another, without the events of the first row.
    private func events(_ rows: LiveSnapshot...) -> [ServerSentEvent] {
        var feed = LiveFeed()
        _ = feed.update(with: LiveReading(snapshot: rows[0], moves: []), now: now)
        return rows.dropFirst().flatMap { feed.update(with: LiveReading(snapshot: $0, moves: []), now: now) }
    }

    @Test func aMoveToALaterPieceSendsTheEndOfThePieceAndThenThePosition() {
        let events = events(row(3, 0, 5), row(4, 1, 1))
        #expect(events.map(\.name) == ["endOfPiece", "position"])
        #expect(events.map(\.id) == ["3.0.end", "4.0"])
        #expect(events.first?.data == #"{"measure":5,"piece":"Composer, Work: Round","revision":4}"#)
    }

    @Test func theEndOfTheConcertAndGoingOffTheAirEndThePieceOnce() {
        #expect(events(row(3, 1, 3), row(4, 1, 3, .ended)).map(\.name) == ["endOfPiece", "position"])
        #expect(events(row(3, 1, 3), offAir(4)).map(\.name) == ["endOfPiece", "offAir"])
        #expect(
            events(row(3, 1, 3), row(4, 1, 3, .ended), offAir(5)).map(\.name)
                == ["endOfPiece", "position", "offAir"])
    }

    @Test func aChangeToAnotherConcertEndsThePieceOfThePreviousConcert() {
        #expect(
            events(row(3, 1, 3), row(4, 0, 1, .ready, concert: 2)).map(\.name) == ["endOfPiece", "position"])
    }

    @Test(arguments: [LiveState.held, .blackout])
    func aPieceAlsoEndsWhileTheConcertIsHeldOrInABlackout(state: LiveState) {
        #expect(events(row(3, 0, 5, state), row(4, 1, 1, state)).map(\.name) == ["endOfPiece", "position"])
    }

    @Test func movesWithinAPieceBackwardMovesAndConcertsThatHaveNotBegunEndNoPiece() {
        #expect(events(row(3, 0, 4), row(4, 0, 5), row(5, 0, 1)).map(\.name) == ["position", "position"])
        #expect(events(row(3, 1, 1), row(4, 0, 5)).map(\.name) == ["position"])
        #expect(events(row(3, 0, 1, .ready), row(4, 1, 1)).map(\.name) == ["position"])
        #expect(events(row(3, 0, 1, .ready), offAir(4)).map(\.name) == ["offAir"])
        #expect(events(row(3, 1, 3, .ended), row(4, 0, 1)).map(\.name) == ["position"])
        #expect(events(offAir(3), row(4, 0, 1, .ready)).map(\.name) == ["position"])
    }

    @Test func theEndOfAPieceAfterAnUndoIsSentAgainWithItsOwnRevision() {
        let events = events(row(3, 0, 5), row(4, 1, 1), row(5, 0, 5), row(6, 1, 1))
        #expect(events.filter { $0.name == "endOfPiece" }.map(\.id) == ["3.0.end", "5.0.end"])
    }

    @Test func theEndOfAPieceBetweenTwoReadingsIsFoundInTheLog() {
        var feed = LiveFeed()
        _ = feed.update(with: LiveReading(snapshot: row(3, 0, 4), moves: []), now: now)
        let events = feed.update(
            with: LiveReading(snapshot: row(6, 1, 2), moves: log(row(4, 0, 5), row(5, 1, 1), row(6, 1, 2))), now: now)
        #expect(events.map(\.id) == ["4.0", "4.0.end", "5.0", "6.0"])
    }

    @Test func theEndOfAPieceIsNotGuessedAcrossAGapInTheLog() {
        #expect(events(row(3, 0, 5), row(5, 1, 1)).map(\.name) == ["position"])
    }

    @Test(
        arguments: [
            (nil, ["6.0"]), ("3.0", ["4.0", "4.0.end", "5.0", "6.0"]), ("4.0", ["4.0.end", "5.0", "6.0"]),
            ("4.0.end", ["5.0", "6.0"]), ("5.0", ["6.0"]), ("6.0", []),
        ] as [(String?, [String])])
    func aResumedStreamNeitherLosesNorRepeatsTheEndOfAPiece(lastEventID: String?, ids: [String]) {
        let moves = log(row(3, 0, 4), row(4, 0, 5), row(5, 1, 1), row(6, 1, 2))
        // A feed that has followed the concert, and the feed of another server that has just read the log.
        var (followed, read) = (LiveFeed(), LiveFeed())
        _ = followed.update(with: LiveReading(snapshot: row(3, 0, 4), moves: []), now: now)
        _ = followed.update(with: LiveReading(snapshot: row(6, 1, 2), moves: moves), now: now)
        _ = read.update(with: LiveReading(snapshot: row(6, 1, 2), moves: moves), now: now)
        #expect(followed.backlog(after: lastEventID, now: now).map(\.id) == ids)
        #expect(read.backlog(after: lastEventID, now: now).map(\.id) == ids)
    }

    @Test func aFeedIsBehindAListenerWhoReceivedTheEndOfThePieceAtTheSameRevision() {
        var feed = LiveFeed()
        _ = feed.update(with: LiveReading(snapshot: row(4, 0, 5), moves: []), now: now)
        #expect(feed.isBehind("4.0.end"))
        #expect(!feed.isBehind("3.0.end"))
    }
}
