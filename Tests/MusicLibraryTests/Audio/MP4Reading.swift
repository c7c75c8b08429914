/// The content of a fragmented MP4 file, read by code that the server does not use (ISO/IEC 14496-12).
struct MP4Reading {
    /// The names of the boxes of the file, in order.
    var boxes: [String] = []
    /// The decode time of each fragment, in units of the timescale, and its number of samples.
    var fragments: [(time: Int, samples: Int)] = []
    /// The frames, in order.
    var frames: [ArraySlice<UInt8>] = []
    /// The entries of the segment index: the length in bytes and the duration in units of the timescale.
    var index: [(length: Int, duration: Int)] = []
    /// The lengths of the segments in bytes, each from its first box to its last.
    var segments: [Int] = []
    var timescale = 0
    var sampleDuration = 0
    /// Whether the boxes of the file do not end exactly at the end of the file.
    var isDamaged = false

    /// The duration in milliseconds, from the number of frames; 0 without a timescale.
    var durationMs: Int { timescale == 0 ? 0 : frames.count * sampleDuration * 1000 / timescale }

    init(_ bytes: [UInt8]) {
        var offset = 0
        while let box = Self.box(bytes[...], at: offset) {
            boxes.append(box.name)
            switch box.name {
            case "moov":
                if let media = Self.child("trak/mdia/mdhd", of: box.content) { timescale = Self.number(media, 12) }
                if let defaults = Self.child("mvex/trex", of: box.content) {
                    sampleDuration = Self.number(defaults, 12)
                }
            case "sidx":
                index = (0..<Self.number(box.content, 20) & 0xFFFF).map {
                    (Self.number(box.content, 24 + $0 * 12), Self.number(box.content, 28 + $0 * 12))
                }
            case "styp": segments.append(0)
            case "moof": read(box.content, at: offset, of: bytes)
            default: break
            }
            if !segments.isEmpty { segments[segments.count - 1] += box.length }
            offset += box.length
        }
        if offset != bytes.count { isDamaged = true }
    }

    private mutating func read(_ moof: ArraySlice<UInt8>, at offset: Int, of bytes: [UInt8]) {
        guard let time = Self.child("traf/tfdt", of: moof), let run = Self.child("traf/trun", of: moof) else { return }
        let count = Self.number(run, 4)
        fragments.append((Self.number(time, 4) << 32 | Self.number(time, 8), count))
        var place = offset + Self.number(run, 8)
        for sample in 0..<count {
            let length = Self.number(run, 12 + sample * 4)
            guard place + length <= bytes.count else { return isDamaged = true }
            frames.append(bytes[place..<place + length])
            place += length
        }
    }

    private static func box(
        _ bytes: ArraySlice<UInt8>, at offset: Int
    ) -> (name: String, length: Int, content: ArraySlice<UInt8>)? {
        guard offset + 8 <= bytes.count else { return nil }
        let length = number(bytes, offset)
        guard length >= 8, offset + length <= bytes.count else { return nil }
        let start = bytes.startIndex + offset
        return (
            String(decoding: bytes[start + 4..<start + 8], as: UTF8.self), length, bytes[start + 8..<start + length]
        )
    }

    private static func child(_ path: String, of content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var content = content
        for name in path.split(separator: "/") {
            var (offset, found): (Int, ArraySlice<UInt8>?) = (0, nil)
            while found == nil, let box = box(content, at: offset) {
                if box.name == name { found = box.content }
                offset += box.length
            }
            guard let found else { return nil }
            content = found
        }
        return content
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int {
        bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
