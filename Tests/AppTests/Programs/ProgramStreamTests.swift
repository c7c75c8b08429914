import Foundation
import Glibc
import HTTP
import SoundCloud
import Synchronization
import Testing
import Web

@testable import App

/// A source of blocks, for the input of a program.
private final class Blocks: ContentSource {
    struct Failure: Error {}

    private let left: Mutex<[[UInt8]]>
    private let failsAtEnd: Bool
    let taken = Atomic<Int>(0)
    let ends = Atomic<Int>(0)

    init(_ blocks: [[UInt8]], failsAtEnd: Bool = false) {
        left = Mutex(blocks)
        self.failsAtEnd = failsAtEnd
    }

    func next() async throws -> [UInt8]? {
        guard let block = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
            if failsAtEnd { throw Failure() }
            return nil
        }
        taken.add(1, ordering: .relaxed)
        return block
    }

    func end() { ends.add(1, ordering: .relaxed) }
}

/// A program through which content passes.
struct ProgramStreamTests {
    private static let folders = "/usr/bin:/bin"

    private func program(_ name: String) throws -> ExternalProgram {
        var limits = ExternalProgram.Limits()
        limits.time = .seconds(600)
        return try #require(
            ExternalProgram(
                name, in: Self.folders, workers: Workers("test.programs", width: 1, limit: 1), limits: limits))
    }

    private func all(_ stream: ProgramStream) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let next = try await stream.next() { bytes += next }
        return bytes
    }

    @Test func theOutputOfAProgramIsReadWhileItsInputIsWritten() async throws {
        let blocks = (0..<200).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 50_000) }
        let stream = ProgramStream(try program("cat"), [], input: Blocks(blocks), permit: Blocks([]))
        #expect(try await all(stream) == blocks.flatMap(\.self))
        stream.end()
    }

    /// The sockets of the program hold less than the 100 MB of the source, so a waiting reader stops the reading of the source.
    @Test func endingAStreamStopsTheReadingOfItsSource() async throws {
        let source = Blocks([[UInt8]](repeating: [UInt8](repeating: 7, count: 1 << 20), count: 100))
        let stream = ProgramStream(try program("cat"), [], input: source, permit: source)
        _ = try await stream.next()
        stream.end()
        #expect(source.taken.load(ordering: .relaxed) < 100)
        #expect(source.ends.load(ordering: .relaxed) == 1)
    }

    @Test func readingFailsWhenTheProgramFails() async throws {
        let stream = ProgramStream(try program("false"), [], input: Blocks([[1]]), permit: Blocks([]))
        await #expect(throws: ExternalProgramError.self) { try await all(stream) }
        stream.end()
    }

    @Test func readingFailsWhenTheSourceOfTheInputFails() async throws {
        let source = Blocks([[1, 2, 3]], failsAtEnd: true)
        let stream = ProgramStream(try program("cat"), [], input: source, permit: source)
        await #expect(throws: ExternalProgramError.self) { try await all(stream) }
        stream.end()
    }

    @Test func endingAStreamFailsItsReaderAndEndsItsSource() async throws {
        let source = Blocks([])
        let stream = ProgramStream(try program("sleep"), ["3600"], input: source, permit: source)
        // Ended before or while `next` waits.
        async let outcome = Self.hasFailed { try await stream.next() }
        stream.end()
        stream.end()
        #expect(await outcome)
        #expect(source.ends.load(ordering: .relaxed) == 1)
    }

    private static func hasFailed(_ body: () async throws -> [UInt8]?) async -> Bool {
        do {
            _ = try await body()
            return false
        } catch {
            return true
        }
    }

    @Test func aTranscodingPermitIsFreeAgainAfterItsRelease() {
        let permits = Permits(1)
        var first = permits.take()
        #expect(first != nil && permits.take() == nil)
        first = nil
        #expect(permits.take() != nil)
    }

    @Test func withoutFFmpegTheServiceHasNoTranscoder() { #expect(FFmpeg(in: "/nonexistent") == nil) }

    @Test(arguments: [TranscodedFormat.mp3, .opus])
    func ffmpegConvertsSound(format: TranscodedFormat) async throws {
        let bytes = try await output(of: try Self.ffmpeg, format, skippingUs: 0)
        // One second at 64 kbit/s.
        #expect(bytes.count > 4_000 && bytes.count < 20_000)
        #expect(format != .opus || bytes.starts(with: Array("OggS".utf8)))
    }

    /// The part that is left out is as short as the rest, so half of the bytes remain.
    @Test func ffmpegSkipsTheRequestedBeginning() async throws {
        let ffmpeg = try Self.ffmpeg
        let whole = try await output(of: ffmpeg, .mp3, skippingUs: 0)
        let half = try await output(of: ffmpeg, .mp3, skippingUs: 500_000)
        #expect(
            half.count > whole.count * 4 / 10 && half.count < whole.count * 7 / 10, "\(half.count) of \(whole.count)")
    }

    private static var ffmpeg: FFmpeg {
        get throws { try #require(FFmpeg(in: folders), "this test needs FFmpeg: install the package ffmpeg") }
    }

    private func output(
        of ffmpeg: FFmpeg, _ format: TranscodedFormat, skippingUs skippedUs: Int64
    ) async throws -> [UInt8] {
        let content = try #require(
            ffmpeg.transcoded(to: format, bitRate: 64, skippingUs: skippedUs) { Blocks([Self.wave]) })
        #expect(content.length == nil)
        let source = content.open(nil)
        var bytes: [UInt8] = []
        while let next = try await source.next() { bytes += next }
        source.end()
        return bytes
    }

    /// One second of a tone as a WAVE file (RIFF, PCM of 16 bits, 8,000 Hz).
    private static var wave: [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        let samples = (0..<8000).flatMap { little(Int(8000 * sin(Double($0) / 4)) & 0xFFFF, 2) }
        let format =
            little(16, 4) + little(1, 2) + little(1, 2) + little(8000, 4) + little(16000, 4) + little(2, 2)
            + little(16, 2)
        let head = Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
        return head + format + Array("data".utf8) + little(samples.count, 4) + samples
    }
}
