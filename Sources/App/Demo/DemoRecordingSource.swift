import HTTP

/// A range of the bytes of a recording for one client, computed while the client reads.
actor DemoRecordingSource: ContentSource {
    private let broadcast: DemoBroadcast
    private let recording: DemoBroadcast.Recording
    private var range: Range<Int>

    private static let block = 64 * 1024

    init(_ broadcast: DemoBroadcast, _ recording: DemoBroadcast.Recording, _ range: Range<Int>?) {
        self.broadcast = broadcast
        self.recording = recording
        self.range = range ?? 0..<recording.length
    }

    func next() async throws -> [UInt8]? {
        guard !range.isEmpty else { return nil }
        let part = range.prefix(Self.block)
        range = part.endIndex..<range.upperBound
        let first = part.startIndex / DemoSound.bytesPerFrame
        let end = (part.endIndex + DemoSound.bytesPerFrame - 1) / DemoSound.bytesPerFrame
        let bytes = broadcast.bytes(of: Int64(first)..<Int64(end), in: recording)
        let skipped = part.startIndex - first * DemoSound.bytesPerFrame
        return Array(bytes[skipped..<skipped + part.count])
    }

    nonisolated func end() {}
}
