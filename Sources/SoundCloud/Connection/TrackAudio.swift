import HTTP
import Synchronization
import Tenancy
import Web

/// The audio of SoundCloud's tracks: their streams, and the file that the server makes from a stream while sending it (spec L39, decision 0071).
///
/// A track is played only with the listener's own connection. The server stores no audio.
public struct TrackAudio: Sendable {
    private let service: any MusicService
    private let hosts: MediaHosts
    private let reader: MediaReader
    private let clock: UpstreamClock
    private let tokens: @Sendable (Listener) -> any TokenSource
    /// Whether the server passes audio on. Otherwise players get SoundCloud's own HLS playlists.
    public let isPassedOn: Bool
    private let cache = AudioLayoutCache()
    private let lengths = RenditionLengths()
    private let passages = AudioTransferCounts()

    /// The maximum number of files that the server sends to one listener at the same time.
    static let passagesPerListener = 8

    init(
        service: any MusicService, app: SoundCloudApp, fetcher: any Fetcher, rule: RetryRule = RetryRule(),
        clock: UpstreamClock, tokens: @escaping @Sendable (Listener) -> any TokenSource
    ) {
        self.service = service
        self.clock = clock
        self.tokens = tokens
        isPassedOn = app.passesAudio
        hosts = MediaHosts(names: app.mediaHosts, api: app.api)
        reader = MediaReader(fetcher: fetcher, rule: rule, clock: clock)
    }

    /// A stream of a track at SoundCloud.
    public struct Stream: Sendable, Hashable {
        public let quality: AudioQuality
        /// The address, which works without a token until it expires.
        public let url: String
        public let expiresAt: Instant
    }

    // MARK: - Streams

    /// Returns the streams of a track that an app can play, best first and the preview last. Throws the error of `AudioFault.problem` or
    /// `CloudError.problem(now:)`.
    public func streams(of track: CloudURN, for listener: Listener) async throws -> [Stream] {
        try await reporting {
            let offered = try await offered(track, for: listener)
            var streams: [Stream] = []
            for (quality, address) in offered {
                streams.append(try await opened(address, quality, for: listener))
            }
            return streams
        }
    }

    /// Returns the addresses that SoundCloud offers, best first. Throws `AudioFault.blocked` if SoundCloud refuses the track for apps,
    /// and `noStream` if it offers none.
    private func offered(
        _ track: CloudURN, for listener: Listener
    ) async throws -> [(quality: AudioQuality, address: String)] {
        let streams: CloudStreams
        do {
            streams = try await service.streams(of: track, as: tokens(listener))
        } catch CloudError.refused(status: 403, _) {
            throw AudioFault.blocked
        }
        let offered = AudioQuality.allCases.compactMap { quality in
            streams[quality].map { (quality: quality, address: $0) }
        }
        guard !offered.isEmpty else { throw AudioFault.noStream }
        return offered
    }

    /// Returns the stream with the signed address to which an address of the API redirects. Throws `AudioFault.foreignHost` if the signed address is
    /// not on a host of ``MediaHosts``.
    private func opened(_ address: String, _ quality: AudioQuality, for listener: Listener) async throws -> Stream {
        let opened = try await service.openAddress(of: address, as: tokens(listener))
        guard let url = hosts.address(of: opened) else { throw AudioFault.foreignHost }
        return Stream(quality: quality, url: url, expiresAt: SignedAddress.end(of: url, from: clock.now()))
    }

    // MARK: - Files

    /// A file of a track, ready to be sent.
    public struct File: Sendable {
        public let quality: AudioQuality
        public let content: StreamedContent
        public let durationUs: Int64
        private let layout: AudioLayout
        private let passage: @Sendable (AudioFileSource.Extent) -> any ContentSource

        fileprivate init(
            _ layout: AudioLayout, _ passage: @escaping @Sendable (AudioFileSource.Extent) -> any ContentSource
        ) {
            (quality, durationUs) = (layout.quality, layout.durationUs)
            content = StreamedContent(length: layout.length, tag: layout.tag) { passage(.bytes($0)) }
            (self.layout, self.passage) = (layout, passage)
        }

        /// The input for decoding the file from a given time.
        struct Start: Sendable {
            /// Opens the initialization segment and the parts from the one at which decoding begins; the whole file for the time 0.
            let open: @Sendable () -> any ContentSource
            /// The time that the decoder must leave out, in microseconds.
            let skippedUs: Int64
        }

        /// Returns the input for decoding the file from a time in microseconds; the whole file for the time 0.
        func start(at offsetUs: Int64) -> Start {
            guard offsetUs > 0 else { return Start(open: { [passage] in passage(.bytes(nil)) }, skippedUs: 0) }
            let (part, skippedUs) = layout.start(at: offsetUs)
            return Start(open: { [passage] in passage(.parts(from: part)) }, skippedUs: skippedUs)
        }
    }

    /// Returns the file of a track. Throws the error of `AudioFault.problem`, for example 429 for too many files, or of `CloudError.problem(now:)`.
    ///
    /// - Parameter maxBitRate: The maximum bit rate in kbit/s; `nil` for no maximum. If all streams exceed it, the lowest quality is used.
    public func file(of track: CloudURN, maxBitRate: Int? = nil, for listener: Listener) async throws -> File {
        try await reporting {
            guard passages.count(of: listener) < Self.passagesPerListener else {
                throw AudioFault.tooMany(limit: Self.passagesPerListener)
            }
            let wanted = AudioQuality.chosen(of: AudioQuality.allCases, maxBitRate: maxBitRate) ?? .aac160
            let key = AudioLayoutCache.Key(listener: listener, track: track, quality: wanted)
            // Refuses a listener without a connection, even if the cache has a layout.
            _ = try await tokens(listener).token()
            let layout: AudioLayout
            if let kept = cache.layout(key, at: clock.now()) {
                layout = kept
            } else {
                layout = try await resolved(key)
            }
            return File(layout) { passage(of: layout, key, $0) }
        }
    }

    /// Returns the response with the file of a track, or a redirect (303) to SoundCloud's own stream if the server does not pass audio on. The bit
    /// rate and the errors are those of ``file(of:maxBitRate:for:)``.
    public func response(of track: CloudURN, maxBitRate: Int? = nil, for listener: Listener) async throws -> Response {
        guard isPassedOn else {
            let streams = try await streams(of: track, for: listener)
            let quality = AudioQuality.chosen(of: streams.map(\.quality), maxBitRate: maxBitRate)
            let stream = streams.first { $0.quality == quality } ?? streams[0]
            return Response(.seeOther, fields: ["Location": stream.url, "Cache-Control": "no-store"])
        }
        let file = try await file(of: track, maxBitRate: maxBitRate, for: listener)
        return .audio(file.content, mediaType: file.quality.mediaType)
    }

    private func passage(
        of layout: AudioLayout, _ key: AudioLayoutCache.Key, _ extent: AudioFileSource.Extent
    ) -> AudioFileSource {
        passages.enter(key.listener)
        return AudioFileSource(
            layout, extent, reader: reader,
            renew: {
                cache.remove(key)
                return try await resolved(key)
            },
            failed: {
                cache.remove(key)
                lengths.forget(key.track)
            }, ended: { passages.leave(key.listener) })
    }

    private func resolved(_ key: AudioLayoutCache.Key) async throws -> AudioLayout {
        let offered = try await offered(key.track, for: key.listener)
        let quality = AudioQuality.chosen(of: offered.map(\.quality), maxBitRate: key.quality?.bitRate)
        let first = offered.first { $0.quality == quality } ?? offered[0]
        let stream = try await opened(first.address, first.quality, for: key.listener)
        let layout: AudioLayout
        do {
            layout = stream.quality == .preview ? try await single(stream) : try await joined(stream, of: key.track)
        } catch MediaReader.Failure.expired {
            throw AudioFault.unreadable("the address of the stream is no longer valid")
        }
        cache.keep(layout, key, at: clock.now())
        return layout
    }

    /// Returns the layout of a stream that is one file: the preview of 30 seconds.
    private func single(_ stream: Stream) async throws -> AudioLayout {
        let part = AudioLayout.Part(address: stream.url, bytes: nil, length: nil, durationUs: 30_000_000)
        let parts = try await reader.withLengths([part]) ?? [part]
        return AudioLayout(quality: stream.quality, head: [], parts: parts, expiresAt: stream.expiresAt)
    }

    /// Returns the layout of a stream whose segments are joined. Throws `AudioFault` if the playlist cannot be used, and
    /// `MediaReader.Failure.expired` for an expired address.
    private func joined(_ stream: Stream, of track: CloudURN) async throws -> AudioLayout {
        let playlist: MediaPlaylist
        let text = try await reader.text(stream.url)
        do throws(MediaPlaylist.Fault) {
            playlist = try MediaPlaylist(text)
        } catch {
            throw error == .isEncrypted ? AudioFault.encrypted : AudioFault.unreadable("\(error)")
        }
        let start = try part(playlist.initialization, 0, stream.url)
        let segments = try playlist.segments.map { try part($0.resource, $0.durationUs, stream.url) }
        let head = try await reader.part(start)
        guard let parts = try await withLengths(segments, of: track, stream.quality, head) else {
            return AudioLayout(quality: stream.quality, head: head, parts: segments, expiresAt: stream.expiresAt)
        }
        var index: [UInt8] = []
        if let (track, timescale) = MP4Box.track(head) {
            let segments = SegmentIndex(
                track: track, timescale: timescale, segments: parts.map { ($0.length ?? 0, $0.durationUs) })
            index = segments.box ?? []
        }
        return AudioLayout(
            quality: stream.quality, head: head + index, parts: parts, expiresAt: stream.expiresAt,
            indexLength: index.count)
    }

    /// Returns the parts with their lengths, which all listeners of the rendition share (`RenditionLengths`), or `nil` if a length is not known.
    private func withLengths(
        _ parts: [AudioLayout.Part], of track: CloudURN, _ quality: AudioQuality, _ head: [UInt8]
    ) async throws -> [AudioLayout.Part]? {
        if parts.allSatisfy({ $0.length != nil }) { return parts }
        let key = RenditionLengths.Key(track: track, quality: quality, head: head, parts: parts)
        let known = await lengths.lengths(of: key, at: clock.now()) { [reader] in
            (try? await reader.withLengths(parts))?.compactMap(\.length)
        }
        try Task.checkCancellation()
        guard let known else { return nil }
        return zip(parts, known).map { part, length in
            var part = part
            part.length = length
            return part
        }
    }

    private func part(
        _ resource: MediaPlaylist.Resource, _ durationUs: Int64, _ base: String
    ) throws -> AudioLayout.Part {
        guard let address = hosts.address(of: resource.reference, in: base) else { throw AudioFault.foreignHost }
        return AudioLayout.Part(
            address: address, bytes: resource.bytes, length: resource.bytes?.count, durationUs: durationUs)
    }

    private func reporting<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await upstream(body)
        } catch let fault as AudioFault {
            throw fault.problem
        }
    }
}

/// The expiry of signed addresses.
enum SignedAddress {
    /// The assumed validity, in milliseconds, of an address without the query parameter `expires`.
    private static let usual: Int64 = 300_000

    /// Returns the time in the query parameter `expires`, but at most a day from now; without a valid time, five minutes from now.
    static func end(of address: String, from now: Instant) -> Instant {
        let query = address.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let told = query.split(separator: "&").first { $0.hasPrefix("expires=") }.flatMap { Int64($0.dropFirst(8)) }
        guard let told, told > 0, told < 1 << 40 else { return Instant(milliseconds: now.milliseconds + usual) }
        return Instant(milliseconds: min(told * 1000, now.milliseconds + 86_400_000))
    }
}

/// The numbers of files that the server is sending to each listener.
final class AudioTransferCounts: Sendable {
    private let counts = Mutex<[Listener: Int]>([:])

    func count(of listener: Listener) -> Int { counts.withLock { $0[listener] ?? 0 } }

    func enter(_ listener: Listener) { counts.withLock { $0[listener, default: 0] += 1 } }

    func leave(_ listener: Listener) {
        counts.withLock { counts in
            let count = (counts[listener] ?? 1) - 1
            counts[listener] = count > 0 ? count : nil
        }
    }
}
