import Synchronization
import Testing
import Web

@testable import SoundCloud

struct RenditionLengthsTests {
    private final class Count: Sendable {
        let value = Atomic<Int>(0)
    }

    private func key(_ track: Int = 1, signature: String = "a", part: String = "0", us: Int64 = 10) throws
        -> RenditionLengths.Key
    {
        let part = AudioLayout.Part(
            address: "https://media.example/\(part)?signature=\(signature)", bytes: nil, length: nil, durationUs: us)
        return RenditionLengths.Key(
            track: try #require(CloudURN("soundcloud:tracks:\(track)", of: .track)), quality: .aac160, head: [1],
            parts: [part])
    }

    private let start = Instant(milliseconds: 1_000_000)

    @Test func concurrentRequestsForTheLengthsOfARenditionShareOneLoad() async throws {
        let lengths = RenditionLengths()
        let asked = Count()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let keys = try (0..<200).map { try key(signature: "\($0)") }
        let found = await withTaskGroup(of: [Int]?.self) { group in
            for key in keys {
                group.addTask { [start] in
                    await lengths.lengths(of: key, at: start) {
                        asked.value.add(1, ordering: .relaxed)
                        for await _ in gate { break }
                        return [7]
                    }
                }
            }
            open.finish()
            return await group.reduce(into: [[Int]?]()) { $0.append($1) }
        }
        #expect(found == Array(repeating: [7], count: 200))
        #expect(asked.value.load(ordering: .relaxed) == 1)
    }

    @Test func renditionLengthsThatCouldNotBeLoadedAreRequestedAgain() async throws {
        let lengths = RenditionLengths()
        #expect(try await lengths.lengths(of: key(), at: start) { nil } == nil)
        #expect(try await lengths.lengths(of: key(), at: start) { [7] } == [7])
        #expect(try await lengths.lengths(of: key(), at: start) { [8] } == [7])
    }

    @Test func renditionsThatDifferInTrackAddressOrDurationHaveTheirOwnLengths() async throws {
        let lengths = RenditionLengths()
        #expect(try await lengths.lengths(of: key(), at: start) { [1] } == [1])
        #expect(try await lengths.lengths(of: key(2), at: start) { [2] } == [2])
        #expect(try await lengths.lengths(of: key(part: "1"), at: start) { [3] } == [3])
        #expect(try await lengths.lengths(of: key(us: 11), at: start) { [4] } == [4])
    }

    @Test func renditionLengthsAreRequestedAgainAfterFiveMinutes() async throws {
        let lengths = RenditionLengths()
        #expect(try await lengths.lengths(of: key(), at: start) { [1] } == [1])
        #expect(try await lengths.lengths(of: key(), at: Instant(milliseconds: 1_299_999)) { [2] } == [1])
        #expect(try await lengths.lengths(of: key(), at: Instant(milliseconds: 1_300_000)) { [2] } == [2])
    }

    @Test func forgettingATrackKeepsTheRenditionLengthsOfOtherTracks() async throws {
        let lengths = RenditionLengths()
        #expect(try await lengths.lengths(of: key(), at: start) { [1] } == [1])
        #expect(try await lengths.lengths(of: key(2), at: start) { [2] } == [2])
        try lengths.forget(key().track)
        #expect(try await lengths.lengths(of: key(), at: start) { [3] } == [3])
        #expect(try await lengths.lengths(of: key(2), at: start) { [4] } == [2])
    }

    @Test func beyondTheLimitTheOldestRenditionLengthsAreForgotten() async throws {
        let lengths = RenditionLengths(limit: 2)
        for track in 1...3 {
            let now = Instant(milliseconds: start.milliseconds + Int64(track))
            #expect(try await lengths.lengths(of: key(track), at: now) { [track] } == [track])
        }
        let now = Instant(milliseconds: start.milliseconds + 4)
        #expect(try await lengths.lengths(of: key(3), at: now) { [9] } == [3])
        #expect(try await lengths.lengths(of: key(2), at: now) { [9] } == [2])
        #expect(try await lengths.lengths(of: key(1), at: now) { [9] } == [9])
    }
}
