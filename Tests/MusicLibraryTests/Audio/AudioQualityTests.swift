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
}
