import Foundation
import HTTP
import Synchronization
import Testing
import Web

@testable import App

/// Tests of the demo's streams and recordings, with a manual clock.
struct DemoBroadcastTests {
    private static let start = Instant(milliseconds: 1_760_000_400_000)

    private static func broadcast(listeners: Int = 4) throws -> DemoBroadcast {
        try DemoBroadcast(
            DemoBroadcast.Plan(
                channels: [
                    "lantern-wave": .init(name: "strings", framesPerNote: 25),
                    "moss-and-mist": .init(name: "organ", framesPerNote: 50),
                ],
                // The recording begins another melody after three minutes.
                recordings: [.init(name: "short", channel: "lantern-wave", seconds: 240)]), listeners: listeners)
    }

    /// A source of a channel, with the time that the returned clock shows.
    private static func source(
        _ broadcast: DemoBroadcast, _ channel: String = "lantern-wave"
    ) throws -> (DemoChannelSource, ManualTime) {
        let (permit, time) = (try #require(broadcast.permits.take()), ManualTime(start))
        return (DemoChannelSource(broadcast, channel, permit: permit, now: { time.now }), time)
    }

    private static func cut(_ title: String, from start: Instant, seconds: Int64) -> DemoPlayout.Cut {
        DemoPlayout.Cut(
            item: .init(title: title, artist: nil, album: nil, label: nil, seconds: seconds, kind: "song"),
            startsAt: start, durationMs: seconds * 1000)
    }

    // MARK: - Channels

    @Test func aDemoStreamBeginsWithThreeSecondsOfSoundAndContinuesInRealTime() async throws {
        let broadcast = try Self.broadcast()
        let (source, time) = try Self.source(broadcast)
        var bytes = try #require(await source.next())
        #expect(bytes.count == 125 * 384, "three seconds at once")
        for seconds in 1...20 {
            time.advance(byMs: 1000)
            bytes += try #require(await source.next())
            #expect(bytes.count <= (3 + seconds) * 16_000 && bytes.count > (2 + seconds) * 16_000)
        }
        #expect(DemoFrames.areWhole(bytes))
        let first = Self.start.milliseconds / 24
        #expect(bytes == broadcast.bytes(of: first..<first + Int64(bytes.count / 384), on: "lantern-wave"))
    }

    @Test func twoListenersHearTheSameSoundAtTheSameTime() async throws {
        let broadcast = try Self.broadcast()
        let (early, time) = try Self.source(broadcast)
        var bytes = try #require(await early.next())
        time.advance(byMs: 2400)
        bytes += try #require(await early.next())
        let (late, lateTime) = try Self.source(broadcast)
        lateTime.advance(byMs: 2400)
        #expect(try #require(await late.next()) == Array(bytes[(100 * 384)...]), "frame 100 begins after 2.4 s")
    }

    @Test func channelsSoundDifferent() throws {
        let broadcast = try Self.broadcast()
        let first = Self.start.milliseconds / 24
        let sounds = ["lantern-wave", "moss-and-mist"].map { broadcast.bytes(of: first..<first + 125, on: $0) }
        #expect(sounds[0] != sounds[1] && sounds.allSatisfy(DemoFrames.areWhole))
        #expect(broadcast.bytes(of: first..<first + 125, on: "green-room").isEmpty)
    }

    /// A song has its own melody, begins with its first note, and sounds the same when it is repeated.
    @Test func theMelodyDependsOnTheTitleOfTheSong() throws {
        let broadcast = try Self.broadcast()
        // A note lasts 600 ms, and the start is a multiple of 600 ms.
        let starts = (0..<3).map { Self.start.advanced(byMs: $0 * 60_000) }
        broadcast.setCuts(
            zip(["Rope and Tar", "Two Keys", "Rope and Tar"], starts).map { Self.cut($0, from: $1, seconds: 60) },
            on: "lantern-wave")
        let songs = starts.map { start in
            let first = start.milliseconds / 24
            return broadcast.bytes(of: first..<first + 2500, on: "lantern-wave")
        }
        #expect(songs[0] == songs[2] && songs[0] != songs[1])
    }

    @Test func aListenerWhoPausedContinuesAtTheCurrentTime() async throws {
        let broadcast = try Self.broadcast()
        let (source, time) = try Self.source(broadcast)
        _ = try await source.next()
        time.advance(byMs: 60_000)
        let bytes = try #require(await source.next())
        let first = time.now.milliseconds / 24
        #expect(bytes == broadcast.bytes(of: first..<first + 125, on: "lantern-wave"))
    }

    /// The machine's clock is set back by an hour: the stream goes on.
    @Test func aClockThatIsSetBackDoesNotStopAStream() async throws {
        let broadcast = try Self.broadcast()
        let (source, time) = try Self.source(broadcast)
        _ = try await source.next()
        time.advance(byMs: -3_600_000)
        #expect(try #require(await source.next()).count == 125 * 384)
    }

    @Test func aClosedBroadcastEndsItsStreams() async throws {
        let broadcast = try Self.broadcast()
        let (source, _) = try Self.source(broadcast)
        _ = try await source.next()
        // The clock stands still, so the source waits until the broadcast is closed.
        async let last = source.next()
        broadcast.close()
        #expect(try await last == nil)
    }

    // MARK: - Recordings

    private static func read(_ source: DemoRecordingSource) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = try await source.next() { bytes += part }
        return bytes
    }

    @Test(arguments: [[0, 1, 384, 385, 1_000_000], [191, 65_536, 65_537], []])
    func consecutiveRangesOfARecordingFormTheWholeRecording(limits: [Int]) async throws {
        let broadcast = try Self.broadcast()
        let recording = try #require(broadcast.recording("short"))
        #expect(recording.length == 240 * 16_000)
        let whole = try await Self.read(DemoRecordingSource(broadcast, recording, nil))
        #expect(whole.count == recording.length)
        #expect(DemoFrames.areWhole(whole))
        var joined: [UInt8] = []
        let ends = [0] + limits + [recording.length]
        for (start, end) in zip(ends, ends.dropFirst()) {
            joined += try await Self.read(DemoRecordingSource(broadcast, recording, start..<end))
        }
        #expect(joined == whole)
        #expect(Array(whole[..<100_000]) != Array(whole[2_880_000..<2_980_000]), "another melody after three minutes")
    }

    /// The file of the station names every recording with its duration and its length.
    @Test func theRecordingsOfTheDemoAreAsLongAsTheirEpisodes() throws {
        let file = try DemoStationFile.read()
        let broadcast = try DemoBroadcast(file.sound)
        var names: [String] = []
        for step in file.steps where step.path.hasSuffix("/versions") {
            let medium = try #require((step.body?["media"] as? [[String: Any]])?.first)
            let url = try #require(medium["url"] as? String)
            let name = String(try #require(url.split(separator: " ").last))
            let recording = try #require(broadcast.recording(name))
            #expect(step.path.contains("@episode-\(name)/"))
            #expect(url == "@recording \(name)")
            #expect(step.body?["durationMs"] as? Int64 == recording.seconds * 1000)
            #expect(medium["bytes"] as? Int == recording.length)
            names.append(name)
        }
        #expect(names.count == 16 && Set(names).count == names.count && names.count == file.sound.recordings.count)
    }
}

/// A clock that shows the time that a test sets.
private final class ManualTime: Sendable {
    private let time: Mutex<Instant>

    init(_ start: Instant) { time = Mutex(start) }

    var now: Instant { time.withLock { $0 } }

    func advance(byMs milliseconds: Int64) { time.withLock { $0 = $0.advanced(byMs: milliseconds) } }
}
