import HTTP
import Web

extension TrackAudio {
    /// Returns the response with a track in another format, or from a time in seconds. The response has no length. Returns `nil` if there is no
    /// transcoder, the server does not pass audio on, or too many conversions are running.
    ///
    /// - Parameter maxBitRate: The bit rate in kbit/s, clamped to the range of the format; `nil` for the highest. For `.original`, a maximum.
    /// - Throws: The errors of ``file(of:maxBitRate:for:)``, and 422 if the track is not longer than `seconds`.
    public func response(
        of track: CloudURN, as format: TranscodedFormat, maxBitRate: Int?, from seconds: Int = 0,
        by transcoder: (any AudioTranscoder)?, for listener: Listener
    ) async throws -> Response? {
        guard let transcoder, isPassedOn else { return nil }
        let file = try await file(of: track, maxBitRate: format == .original ? maxBitRate : nil, for: listener)
        let offsetUs = Int64(seconds) * 1_000_000
        guard offsetUs == 0 || offsetUs < file.durationUs else {
            throw APIError.invalid(
                "timeOffset",
                "must be less than the duration of \(file.durationUs / 1_000_000) seconds, found \(seconds)")
        }
        let format = format == .original && file.quality == .preview ? .mp3 : format
        let start = file.start(at: offsetUs)
        let rates = format.bitRates
        let rate = min(rates.upperBound, max(rates.lowerBound, maxBitRate ?? rates.upperBound))
        guard
            let content = transcoder.transcoded(
                to: format, bitRate: rate, skippingUs: start.skippedUs, start.open)
        else { return nil }
        return .audio(content, mediaType: format.mediaType)
    }
}
