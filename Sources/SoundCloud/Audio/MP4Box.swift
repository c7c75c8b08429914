/// A parser of those boxes of an MP4 file (ISO/IEC 14496-12 §4.2) whose content a segment index needs.
enum MP4Box {
    /// Returns the content of the first box with this path, such as "moov", "trak"; `nil` if there is no such box or a box is damaged.
    static func content(_ path: String..., in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var bytes = bytes
        for name in path {
            guard let found = first(Array(name.utf8), in: bytes) else { return nil }
            bytes = found
        }
        return bytes
    }

    private static func first(_ name: [UInt8], in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        while rest.count >= 8 {
            let size = number(rest.prefix(4))
            // Sizes of 64 bits and "to the end of the file" do not occur in the boxes that are read here.
            guard size >= 8, size <= rest.count else { return nil }
            if rest.dropFirst(4).prefix(4).elementsEqual(name) { return rest.prefix(size).dropFirst(8) }
            rest = rest.dropFirst(size)
        }
        return nil
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

    /// Returns the track's ID and the time scale of its media in an initialization segment, or `nil` if a box is missing or damaged.
    static func track(_ initialization: [UInt8]) -> (id: Int, timescale: Int)? {
        guard let header = content("moov", "trak", "tkhd", in: initialization[...]),
            let media = content("moov", "trak", "mdia", "mdhd", in: initialization[...]),
            let id = field(header, at: (12, 20)), let timescale = field(media, at: (12, 20)), timescale > 0
        else { return nil }
        return (id, timescale)
    }

    /// Reads a field of 32 bits whose offset depends on the version of the box, 0 or 1. Returns `nil` for other boxes.
    private static func field(_ box: ArraySlice<UInt8>, at offsets: (Int, Int)) -> Int? {
        guard let version = box.first, version <= 1 else { return nil }
        let offset = version == 0 ? offsets.0 : offsets.1
        return box.count >= offset + 4 ? number(box.dropFirst(offset)) : nil
    }
}

/// A segment index (ISO/IEC 14496-12 §8.16.3): the length and duration of each segment, without which players cannot seek in joined segments.
struct SegmentIndex {
    let track: Int
    let timescale: Int
    let segments: [(length: Int, durationUs: Int64)]

    /// The index as a box; `nil` if there are more than 65,535 segments, or if the length or duration of a segment exceeds its field.
    var box: [UInt8]? {
        guard segments.count <= 0xFFFF else { return nil }
        var box: [UInt8] = []
        func append(_ value: Int, _ count: Int) {
            for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
                box.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        append(32 + segments.count * 12, 4)
        box += Array("sidx".utf8)
        append(0, 4)
        append(track, 4)
        append(timescale, 4)
        append(0, 4)
        append(0, 4)
        append(segments.count, 4)
        var (start, time): (Int, Int64) = (0, 0)
        for segment in segments {
            time += segment.durationUs
            // Rounds the sums, so that rounding errors do not add up.
            let end = Int((Double(time) * Double(timescale) / 1_000_000).rounded())
            guard segment.length < 1 << 31, end - start < 1 << 32 else { return nil }
            append(segment.length, 4)
            append(end - start, 4)
            append(0x9000_0000, 4)
            start = end
        }
        return box
    }
}
