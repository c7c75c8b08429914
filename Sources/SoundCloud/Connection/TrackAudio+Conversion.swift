import HTTP
import Web

extension TrackAudio {
    /// Returns the response with a track in another format. The response has no length.
    ///
    /// - Parameter maxBitRate: The bit rate in kbit/s, which is limited to the range of the format; `nil` for the highest bit rate of the format.
    /// - Returns: `nil` if there is no transcoder, the server does not pass audio on, or too many conversions are running.
    /// - Throws: The error of `AudioFault.problem` or `CloudError.problem(now:)`; 429 if the listener already plays the maximum number of files.
    public func response(
        of track: CloudURN, as format: TranscodedFormat, maxBitRate: Int?, by transcoder: (any AudioTranscoder)?,
        for listener: Listener
    ) async throws -> Response? {
        guard let transcoder, isPassedOn else { return nil }
        let file = try await file(of: track, for: listener)
        let rates = format.bitRates
        let rate = min(rates.upperBound, max(rates.lowerBound, maxBitRate ?? rates.upperBound))
        guard let content = transcoder.transcoded(to: format, bitRate: rate, { file.content.open(nil) }) else {
            return nil
        }
        return Response(
            fields: ["Content-Type": format.mediaType, "Cache-Control": "no-store"], content: .stream(content))
    }
}
