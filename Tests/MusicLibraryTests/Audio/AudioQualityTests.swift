import Testing
import Web

@testable import SoundCloud

struct AudioQualityTests {
    @Test(
        arguments: [
            ([.aac160, .aac96, .preview], nil, .aac160), ([.aac160, .aac96, .preview], 128, .aac96),
            // Below every stream, the stream with the lowest bit rate.
            ([.aac160, .aac96, .preview], 48, .aac96), ([.aac160, .preview], 48, .aac160),
            // The preview is only a part of the track.
            ([.aac160, .preview], 128, .aac160), ([.aac96, .preview], 320, .aac96), ([.preview], 48, .preview),
            ([], 128, nil),
        ] as [([AudioQuality], Int?, AudioQuality?)])
    func theBestWholeStreamWithinTheBitRateOrElseTheLowestIsChosen(
        offered: [AudioQuality], maxBitRate: Int?, expected: AudioQuality?
    ) {
        #expect(AudioQuality.chosen(of: offered, maxBitRate: maxBitRate) == expected)
    }

    @Test(
        arguments: [
            (0, 0, 0), (50_000, 0, 50_000), (10_000_000, 0, 10_000_000), (10_099_999, 0, 10_099_999),
            (10_100_000, 1, 100_000), (29_000_000, 2, 9_000_000), (99_000_000, 2, 79_000_000),
        ] as [(Int64, Int, Int64)])
    func decodingBeginsInTheLastPartThatBeginsBeforeTheOffset(offsetUs: Int64, part: Int, skippedUs: Int64) {
        let part10 = AudioLayout.Part(address: "https://media.example/1", bytes: nil, length: 1, durationUs: 10_000_000)
        let layout = AudioLayout(
            quality: .aac160, head: [1, 2, 3, 4, 5], parts: [part10, part10, part10],
            expiresAt: Instant(milliseconds: 0), indexLength: 2)
        let start = layout.start(at: offsetUs)
        #expect(start.part == part)
        #expect(start.skippedUs == skippedUs)
        #expect(layout.initialization == [1, 2, 3])
    }
}
