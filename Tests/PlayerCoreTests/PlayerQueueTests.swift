import Foundation
import PlayerCore
import Testing

struct PlayerQueueTests {
    private static func items(_ ids: String, blocked: String = "") -> [PlayerItem] {
        ids.map { PlayerItem(id: String($0), durationMs: 100_000, isBlocked: blocked.contains($0)) }
    }

    private static func order(_ play: PlayerPlay) -> String { play.session.queue.itemsInOrder.map(\.id).joined() }

    @Test func shuffleWithTheSameSeedGivesTheSameOrder() throws {
        var play = try PlayerPlay(Self.items("abcdefgh"), at: 3)
        try play.send(.setShuffle(on: true, seed: 7))
        let first = Self.order(play)
        #expect(first.hasPrefix("d"))
        #expect(first.sorted() == Array("abcdefgh"))
        #expect(first != "dabcefgh")
        #expect(play.session.queue.index == 0)
        try play.send(.setShuffle(on: false, seed: 0))
        #expect(Self.order(play) == "abcdefgh")
        #expect(play.session.queue.index == 3)
        try play.send(.setShuffle(on: true, seed: 7))
        #expect(Self.order(play) == first)
    }

    @Test func replacingTheQueueKeepsShuffleOn() throws {
        var play = try PlayerPlay(Self.items("abc"))
        try play.send(.setShuffle(on: true, seed: 1))
        try play.send(.replaceQueue(PlayerQueue(Self.items("uvwxyz"), index: 2), positionMs: 0, play: true))
        #expect(play.session.queue.isShuffled)
        #expect(play.session.item?.id == "w")
        #expect(Self.order(play).hasPrefix("w"))
    }

    /// Spec L11.
    @Test func playbackEndsAfterTheLastTrack() throws {
        var play = try PlayerPlay(in: .expandedPlay, at: 2)
        play.wait(ms: 100_000)
        try play.send(.trackEnded(attempt: 1))
        #expect(play.session.item?.id == "c")
        #expect(play.position == 0)
        #expect(play.session.audio == .stopped)
    }

    @Test func repeatAllContinuesWithTheFirstTrack() throws {
        var play = try PlayerPlay(in: .expandedPlay, at: 2)
        try play.send(.setRepeat(.all))
        try play.send(.trackEnded(attempt: 1))
        #expect(play.session.item?.id == "a")
        try play.send(.previous(play: true))
        #expect(play.session.item?.id == "c")
    }

    @Test func repeatOneRepeatsOnlyATrackThatEndsByItself() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        try play.send(.setRepeat(.one))
        try play.send(.trackEnded(attempt: 1))
        #expect(play.session.item?.id == "a")
        #expect(play.session.attempt == 2)
        try play.send(.next(play: true))
        #expect(play.session.item?.id == "b")
    }

    @Test func previousRestartsATrackThatPlayedForMoreThan3Seconds() throws {
        var play = try PlayerPlay(in: .expandedPlay, at: 1)
        play.wait(ms: 3001)
        try play.send(.previous(play: true))
        #expect(play.session.item?.id == "b")
        #expect(play.position == 0)
        try play.send(.streamReady(attempt: 2))
        play.wait(ms: 3000)
        try play.send(.previous(play: true))
        #expect(play.session.item?.id == "a")
    }

    @Test func blockedTracksAreSkipped() throws {
        var play = try PlayerPlay(in: .expandedPlay, Self.items("abcd", blocked: "bc"))
        try play.send(.trackEnded(attempt: 1))
        #expect(play.session.item?.id == "d")
        try play.send(.previous(play: true))
        #expect(play.session.item?.id == "a")
        try play.send(.select(index: 1, play: true))
        #expect(play.session.item?.id == "d")
    }

    @Test func playingAQueueOfBlockedTracksIsAnError() throws {
        var play = try PlayerPlay(in: .expanded, Self.items("abcd", blocked: "abcd"))
        try play.send(.setRepeat(.all))
        try play.send(.tapPlay)
        #expect(play.session.lastError?.code == .noTrack)
        #expect(play.session.state == .expanded)
    }

    @Test func itemsAreInsertedAfterTheCurrentOrTheLastItem() throws {
        var play = try PlayerPlay(Self.items("abc"), at: 1)
        try play.send(.insert(Self.items("xy"), at: .next))
        #expect(Self.order(play) == "abxyc")
        try play.send(.insert(Self.items("a"), at: .last))
        #expect(Self.order(play) == "abxyca")
        #expect(play.session.item?.id == "b")
        try play.send(.setShuffle(on: true, seed: 3))
        let shuffled = Self.order(play)
        try play.send(.insert(Self.items("z"), at: .next))
        #expect(Self.order(play) == "bz" + shuffled.dropFirst())
        try play.send(.setShuffle(on: false, seed: 0))
        #expect(Self.order(play) == "abzxyca")
    }

    @Test(arguments: [(0, 2, "bca", 0), (2, 0, "cab", 2), (1, 0, "bac", 0), (1, 1, "abc", 1)])
    func movingAnItemOfTheQueueKeepsTheCurrentItem(from: Int, to: Int, order: String, index: Int) throws {
        var play = try PlayerPlay(Self.items("abc"), at: 1)
        try play.send(.move(from: from, to: to))
        #expect(Self.order(play) == order)
        #expect(play.session.item?.id == "b")
        #expect(play.session.queue.index == index)
    }

    @Test func removingAnItemKeepsOtherCopiesOfItsTrack() throws {
        var play = try PlayerPlay(Self.items("aaba"), at: 1)
        try play.send(.remove(index: 0))
        #expect(Self.order(play) == "aba")
        #expect(play.session.queue.index == 0)
        try play.send(.remove(index: 2))
        #expect(Self.order(play) == "ab")
    }

    @Test func removingTheCurrentTrackPlaysTheNextTrack() throws {
        var play = try PlayerPlay(in: .expandedPlay, at: 1)
        try play.send(.remove(index: 1))
        #expect(play.session.item?.id == "c")
        #expect(play.session.state == .beginPlay)
        #expect(play.audio == [.stop, .queue])
        try play.send(.remove(index: 1))
        #expect(play.session.item?.id == "a")
        #expect(play.session.state == .expanded)
        try play.send(.remove(index: 0))
        #expect(play.session.item == nil)
        #expect(play.refusal(.next(play: true)) == .emptyQueue)
    }

    @Test func aQueueIndexThatDoesNotExistIsRefused() throws {
        let play = try PlayerPlay()
        #expect(play.refusal(.select(index: 3, play: true)) == .noSuchIndex(3, count: 3))
        #expect(play.refusal(.remove(index: -1)) == .noSuchIndex(-1, count: 3))
        #expect(play.refusal(.move(from: 0, to: 3)) == .noSuchIndex(3, count: 3))
    }

    @Test func aQueueOverTheLimitIsRefused() throws {
        let items = (0..<PlayerQueue.limit).map { PlayerItem(id: "\($0)", durationMs: 1000) }
        let play = try PlayerPlay(items)
        #expect(play.refusal(.insert(Self.items("a"), at: .last)) == .tooManyItems(10_001))
    }

    @Test func aSessionAndItsQueueItemsCanBeStoredSeparately() throws {
        var play = try PlayerPlay(Self.items("abcdef"), at: 2)
        try play.send(.setShuffle(on: true, seed: 5))
        let content = PlayerQueueContent(play.session.queue)
        #expect(play.session.withoutContent.queue.items.isEmpty)
        #expect(play.session.withoutContent.with(content) == play.session)
    }

    /// Spec P18.
    @Test func anExcerptOfTheQueueIsEnoughForTheNextTracks() throws {
        let play = try PlayerPlay(
            in: .expandedPlay, (0..<1000).map { PlayerItem(id: "\($0)", durationMs: 100_000) }, at: 500)
        var session = play.session.withoutContent
        #expect(session.queue.count == 1000)
        #expect(session.item?.id == "500")
        for number in 501...503 {
            #expect(!session.needsContent(for: .next))
            session = try session.handle(.next(play: true), from: PlayerPlay.phone, at: play.now).session
            #expect(session.item?.id == "\(number)")
        }
        #expect(session.with(PlayerQueueContent(play.session.queue)).queue.items.count == 1000)
    }

    @Test func anExcerptThatEndsBeforeTheNextPlayableTrackNeedsTheWholeQueue() throws {
        let items = (0..<1000).map { PlayerItem(id: "\($0)", durationMs: 100_000, isBlocked: (101..<900).contains($0)) }
        let play = try PlayerPlay(in: .expandedPlay, items, at: 100)
        #expect(play.session.withoutContent.needsContent(for: .position))
        #expect(!play.session.needsContent(for: .position))
    }

    @Test func anExcerptOfARepeatedQueueContainsTheOtherEnd() throws {
        var play = try PlayerPlay(
            in: .expandedPlay, (0..<1000).map { PlayerItem(id: "\($0)", durationMs: 100_000) }, at: 999)
        try play.send(.setRepeat(.all))
        let session = play.session.withoutContent
        #expect(!session.needsContent(for: .next))
        let next = try session.handle(.next(play: true), from: PlayerPlay.phone, at: play.now).session
        #expect(next.item?.id == "0")
        #expect(next.queue.index == 0)
    }

    @Test(
        arguments: [
            .select, .setShuffle, .replaceQueue, .insert, .move, .remove,
        ] as [PlayerEvent.Kind])
    func anEventThatReadsTheQueueNeedsTheWholeQueue(event: PlayerEvent.Kind) throws {
        #expect(try PlayerPlay().session.withoutContent.needsContent(for: event))
    }

    @Test func anExcerptIsDecodedUnchanged() throws {
        let session = try PlayerPlay(in: .expandedPlay, Self.items("abcdefghijklm", blocked: "ce"), at: 3).session
            .withoutContent
        let text = try JSONEncoder().encode(session)
        #expect(try JSONDecoder().decode(PlayerSession.self, from: text) == session)
    }
}
