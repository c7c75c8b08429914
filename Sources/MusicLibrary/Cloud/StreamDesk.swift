import HTTP
import Tenancy
import Web

/// Where a listener's program hears a track: an address of SoundCloud's that is good for a short while, asked for anew each
/// time and kept nowhere (spec L39).
public struct StreamDesk: Sendable {
    private let cloud: MusicCloud?

    /// - Parameter cloud: `nil` where the installation has no application at SoundCloud.
    public init(cloud: MusicCloud?) { self.cloud = cloud }

    /// What a program can make something of.
    public enum Form: Sendable, Hashable {
        /// One file, where there is one: what most programs expect.
        case file
        /// A playlist of pieces in the best quality.
        case pieces
    }

    /// The address, which needs no token any more.
    ///
    /// - Throws: `APIError` with what SoundCloud said; 404 where it has nothing to hear.
    public func address(of track: CloudURN, as form: Form, for listener: Listener) async throws -> String {
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        return try await upstream {
            let streams = try await cloud.service.streams(of: track, as: tokens)
            guard let found = form == .file ? streams.httpMP3128 ?? streams.best : streams.best else {
                throw CloudError.notFound
            }
            let address = try await cloud.service.openAddress(of: found, as: tokens)
            // It goes into a field of an answer.
            guard address.hasPrefix("https://") || address.hasPrefix("http://"),
                address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { throw CloudError.unavailable(reason: "SoundCloud returned an address that is not a web address") }
            return address
        }
    }
}

extension MusicService {
    /// A service whose streams need no token says no more of them.
    public func openAddress(of stream: String, as tokens: any TokenSource) async throws -> String { stream }
}

extension SoundCloud {
    /// Where a stream of the API leads: those are behind the token and answer with a redirect to an address that is signed.
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
