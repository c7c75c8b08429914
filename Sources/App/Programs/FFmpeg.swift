import Foundation
import HTTP
import SoundCloud
import Web

/// A converter of audio that runs ffmpeg (https://ffmpeg.org) while the audio passes through the server.
struct FFmpeg: AudioTranscoder {
    private let program: ExternalProgram
    private let permits: Permits

    /// The maximum number of simultaneous conversions. Each takes a few percent of a core, and pauses while the client does not read.
    static let most = 8

    /// Finds the program; `nil` if it or `prlimit` is not installed.
    init?(in folders: String, most: Int = FFmpeg.most) {
        var limits = ExternalProgram.Limits()
        // A recording may last for hours, and is converted only as fast as the client reads the output.
        limits.time = .seconds(6 * 3600)
        limits.processorTime = .seconds(900)
        limits.memory = 1 << 30
        limits.output = 2 << 30
        guard
            let program = ExternalProgram(
                "ffmpeg", in: folders, workers: Workers("tutti.audio", width: 1, limit: 1), limits: limits)
        else { return nil }
        self.program = program
        permits = Permits(most)
    }

    func transcoded(
        to format: TranscodedFormat, bitRate: Int, skippingUs skippedUs: Int64,
        _ open: @escaping @Sendable () -> any ContentSource
    ) -> StreamedContent? {
        guard let permit = permits.take() else { return nil }
        let encoder =
            switch format {
            case .mp3: ["-b:a", "\(bitRate)k", "-codec:a", "libmp3lame", "-f", "mp3"]
            case .opus: ["-b:a", "\(bitRate)k", "-codec:a", "libopus", "-f", "ogg"]
            // Fragments of a second, because the index at the end of an unfragmented file cannot be written to a pipe.
            case .original:
                ["-codec:a", "copy", "-movflags", "empty_moov+default_base_moof", "-frag_duration", "1000000"]
                    + ["-f", "mp4"]
            }
        // As an option of the output, "-ss" decodes and leaves out exactly this time. In the input, a pipe, ffmpeg cannot seek.
        let skip = skippedUs > 0 ? ["-ss", "\(skippedUs)us"] : []
        let arguments =
            ["-nostdin", "-v", "error", "-protocol_whitelist", "pipe", "-i", "pipe:0", "-vn", "-threads", "1"]
            + ["-map_metadata", "-1"] + skip + encoder + ["pipe:1"]
        return StreamedContent { _ in ProgramStream(program, arguments, input: open(), permit: permit) }
    }
}
