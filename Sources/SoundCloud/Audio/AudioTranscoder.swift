import HTTP

/// Converts audio on the way to a listener. The server has one if the operating system has a program for it.
public protocol AudioTranscoder: Sendable {
    /// Returns the content in another format, or `nil` if too many conversions are running.
    ///
    /// - Parameters:
    ///   - open: opens the original; called at most once, when the content is read.
    ///   - bitRate: the bit rate in kbit/s.
    func transcoded(
        to format: TranscodedFormat, bitRate: Int, _ open: @escaping @Sendable () -> any ContentSource
    ) -> StreamedContent?
}

/// A format into which audio can be converted.
public enum TranscodedFormat: String, Sendable, Hashable, CaseIterable {
    case mp3
    case opus

    public var mediaType: String { self == .mp3 ? "audio/mpeg" : "audio/ogg; codecs=opus" }
    /// The bit rates in kbit/s that players expect of the format.
    public var bitRates: ClosedRange<Int> { self == .mp3 ? 32...160 : 16...128 }
}

extension TrackAudio {
    /// Returns the response with a track in another format, or `nil` if there is no transcoder for it now. The length is not known in advance.
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
