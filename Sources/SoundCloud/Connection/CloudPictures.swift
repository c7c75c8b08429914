import Synchronization
import Web

/// The pictures of SoundCloud that the server passes on to its own pages, so that no other host sees who views a page (decision 0083).
///
/// Pictures are read without a token, from the hosts of `MediaHosts` only, and kept in memory for at most an hour; a failure is kept for a minute.
public final class CloudPictures: Sendable {
    private struct Entry {
        let read: Task<CloudPicture?, Never>
        let number: Int
        var end: Instant
        /// The length of the picture in bytes; 0 until the picture is read.
        var length = 0
        /// The number of the latest use, counted over the uses of all pictures.
        var used: Int
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var uses = 0
        /// The number of pictures that are being read or wait for a permit.
        var reading = 0
        var length = 0

        mutating func remove(_ address: String) {
            guard let removed = entries.removeValue(forKey: address) else { return }
            length -= removed.length
        }
    }

    private let hosts: MediaHosts
    /// The address that replaces the scheme and host of pictures; `nil` for none.
    private let standIn: String?
    private let fetcher: any Fetcher
    private let clock: UpstreamClock
    /// The maximum sum of the lengths, in bytes.
    private let limit: Int
    private let permits = AsyncSemaphore(permits: 8)
    private let state = Mutex(State())

    /// The maximum number of pictures, including failures.
    private static let most = 4000
    /// The maximum number of pictures that are being read or wait. Further pictures are not read.
    private static let mostReading = 256
    /// The times for which a picture and a failure are kept, in milliseconds.
    private static let validity: Int64 = 3_600_000, failureValidity: Int64 = 60_000

    /// Creates an empty cache for pictures of at most `limit` bytes together. The fetcher limits the length and the duration of a response.
    init(app: SoundCloudApp, fetcher: any Fetcher, clock: UpstreamClock, limit: Int = 32 << 20) {
        hosts = MediaHosts(names: app.mediaHosts, api: app.api)
        standIn = app.pictures
        self.fetcher = fetcher
        self.clock = clock
        self.limit = limit
    }

    /// Returns a picture from memory or from SoundCloud, in the size that `CloudPictureAddress.sized(_:)` selects for `size`; `nil` if the host is
    /// not allowed or sends no picture, or if too many pictures are being read. Simultaneous callers share one request, which continues if a caller
    /// is cancelled.
    public func picture(at address: CloudPictureAddress, size: Int?) async -> CloudPicture? {
        guard let url = url(of: address.sized(size)) else { return nil }
        return await task(for: url)?.value
    }

    /// Returns the URL from which a picture is read; `nil` if the address is not on an allowed host.
    private func url(of address: String) -> String? {
        guard let standIn else { return hosts.address(of: address) }
        // The scheme, an empty part between two slashes, the host, and the path.
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? hosts.address(of: "\(standIn)/\(parts[3])") : nil
    }

    /// Returns the task that reads a picture, started if necessary; `nil` if too many pictures are being read.
    private func task(for url: String) -> Task<CloudPicture?, Never>? {
        let now = clock.now()
        return state.withLock { state in
            state.uses += 1
            if var kept = state.entries[url], kept.end > now {
                kept.used = state.uses
                state.entries[url] = kept
                return kept.read
            }
            guard state.reading < Self.mostReading else { return nil }
            state.reading += 1
            state.remove(url)
            let number = state.uses
            let read = Task { await self.read(url, number) }
            state.entries[url] = Entry(
                read: read, number: number, end: Instant(milliseconds: now.milliseconds + Self.validity), used: number)
            return read
        }
    }

    /// Reads a picture and records the result in the entry with this number. Returns `nil` if the host does not answer with a picture.
    private func read(_ url: String, _ number: Int) async -> CloudPicture? {
        let request = UpstreamRequest("GET", url, fields: [("Accept", "image/jpeg, image/png, image/webp")])
        let response = try? await permits.withPermit { try await fetcher.fetch(request) }
        var picture: CloudPicture?
        if let response, response.status == 200 { picture = CloudPicture(response.body) }
        finish(url, number, length: picture?.bytes.count)
        return picture
    }

    /// Records the length of a picture, or a failure for `nil`. Removes the least recently used pictures from a full cache, in O(n) each.
    private func finish(_ url: String, _ number: Int, length: Int?) {
        let now = clock.now()
        state.withLock { state in
            state.reading -= 1
            guard var entry = state.entries[url], entry.number == number else { return }
            entry.length = length ?? 0
            if length == nil { entry.end = Instant(milliseconds: now.milliseconds + Self.failureValidity) }
            state.entries[url] = entry
            state.length += entry.length
            while state.length > limit || state.entries.count > Self.most,
                let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
            {
                state.remove(oldest.key)
            }
        }
    }
}
