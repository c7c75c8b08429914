import Web

/// A reader of playlists and parts from SoundCloud's media hosts. The reader repeats requests that failed temporarily.
struct MediaReader: Sendable {
    let fetcher: any Fetcher
    let rule: RetryRule
    let clock: UpstreamClock

    /// A reason why a resource could not be read.
    enum Failure: Error, Sendable, Hashable {
        /// The host no longer accepts the address.
        case expired
    }

    /// The time within which all lengths must be known; otherwise the file has no length.
    private static let lengthTime = Duration.seconds(5)
    private static let width = 12

    /// Reads the text of a playlist. Throws `Failure.expired` if the host no longer accepts the address, `CloudError.unavailable` if every attempt
    /// fails, and `AudioFault.unreadable` if the content is not UTF-8.
    func text(_ address: String) async throws -> String {
        let bytes = try await content(UpstreamRequest("GET", address), count: nil)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw AudioFault.unreadable("the playlist is not text")
        }
        return text
    }

    /// Reads the bytes of a part. Throws `Failure.expired` if the host no longer accepts the address, and `CloudError.unavailable` if every attempt
    /// fails.
    func part(_ part: AudioLayout.Part) async throws -> [UInt8] {
        var request = UpstreamRequest("GET", part.address)
        if let bytes = part.bytes { request.fields = [("Range", "bytes=\(bytes.lowerBound)-\(bytes.upperBound - 1)")] }
        return try await content(request, count: part.length)
    }

    private func content(_ request: UpstreamRequest, count: Int?) async throws -> [UInt8] {
        var request = request
        let status = request.fields.isEmpty ? 200 : 206
        // A decompressed body would not have the length that the host announces.
        request.fields.append(("Accept-Encoding", "identity"))
        var attempt = 1
        while true {
            var reason = "the host does not answer"
            do {
                let response = try await fetcher.fetch(request)
                switch response.status {
                case status where count == nil || response.body.count == count: return response.body
                case 401, 403, 404, 410: throw Failure.expired
                case status: reason = "a part does not have the announced length"
                default: reason = "the host answered with the HTTP status \(response.status)"
                }
            } catch let failure as FetchFailure {
                reason = failure.reason
            }
            guard attempt < rule.attempts else { throw CloudError.unavailable(reason: reason) }
            try await clock.pause(rule.wait(after: attempt, chance: clock.chance()))
            attempt += 1
        }
    }

    /// Returns the parts with their lengths, or `nil` if a host sends no length for a part or the lengths are not known within `lengthTime`.
    func withLengths(_ parts: [AudioLayout.Part]) async throws -> [AudioLayout.Part]? {
        var parts = parts
        let unknown = parts.indices.filter { parts[$0].length == nil }
        guard !unknown.isEmpty else { return parts }
        let lengths = await withTaskGroup(of: (index: Int, length: Int?)?.self) { group in
            group.addTask {
                try? await Task.sleep(for: Self.lengthTime)
                return nil
            }
            var waiting = unknown.makeIterator()
            func start(_ index: Int) {
                let address = parts[index].address
                group.addTask { (index, await length(of: address)) }
            }
            for _ in 0..<Self.width { if let index = waiting.next() { start(index) } }
            var lengths: [Int: Int] = [:]
            while lengths.count < unknown.count, let found = await group.next(), let found, let length = found.length {
                lengths[found.index] = length
                if let index = waiting.next() { start(index) }
            }
            group.cancelAll()
            return lengths
        }
        try Task.checkCancellation()
        guard lengths.count == unknown.count else { return nil }
        for (index, length) in lengths { parts[index].length = length }
        return parts
    }

    /// Requests the length of a part with HEAD, and once more if the request fails or the host reports a server error. Returns `nil` if the host
    /// sends no length below 1 GiB.
    private func length(of address: String) async -> Int? {
        let request = UpstreamRequest("HEAD", address, fields: [("Accept-Encoding", "identity")])
        for _ in 0..<2 where !Task.isCancelled {
            guard let response = try? await fetcher.fetch(request), response.status < 500 else { continue }
            guard response.status == 200, let length = response.fields["content-length"].flatMap({ Int($0) }),
                length > 0, length < 1 << 30
            else { return nil }
            return length
        }
        return nil
    }
}
