import HTTP
import Tenancy
import Web

/// A resolver of the temporary SoundCloud address from which an app plays a track. The address is requested each time and never
/// stored (spec L39).
public struct StreamResolver: Sendable {
    private let cloud: MusicCloud?

    /// Creates a resolver.
    ///
    /// - Parameter cloud: `nil` if no SoundCloud application is configured.
    public init(cloud: MusicCloud?) { self.cloud = cloud }

    /// The kind of stream that the app can play.
    public enum Form: Sendable, Hashable {
        /// A single file if available, which most apps expect.
        case file
        /// An HLS playlist in the highest quality.
        case pieces
    }

    /// Returns the address of a track's stream, which works without a token.
    ///
    /// - Throws: `APIError` with SoundCloud's reason; 404 if the track has no stream.
    public func address(of track: CloudURN, as form: Form, for listener: Listener) async throws -> String {
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        return try await upstream {
            let streams = try await cloud.service.streams(of: track, as: tokens)
            guard let found = form == .file ? streams.httpMP3128 ?? streams.best : streams.best else {
                throw CloudError.notFound
            }
            let address = try await cloud.service.openAddress(of: found, as: tokens)
            // The address goes into a header field, so it must be printable ASCII.
            guard address.hasPrefix("https://") || address.hasPrefix("http://"),
                address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { throw CloudError.unavailable(reason: "SoundCloud returned an invalid stream address") }
            return address
        }
    }
}

extension MusicService {
    /// Returns the address unchanged, for services whose streams need no token.
    public func openAddress(of stream: String, as tokens: any TokenSource) async throws -> String { stream }
}

extension SoundCloud {
    /// Returns the signed address to which an API stream redirects. API streams require the token; the signed address does not.
    public func openAddress(of stream: String, as tokens: any TokenSource) async throws -> String {
        guard let target = try? cursor(stream) else { return stream }
        struct Found: Error { let address: String }
        do {
            try await send(target, as: tokens) { throw Found(address: $0) }
            return stream
        } catch let found as Found {
            return found.address
        }
    }
}
