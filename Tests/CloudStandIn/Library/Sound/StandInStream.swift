/// A track's stream in fragmented MP4, cut into segments of ten notes.
struct StandInStream {
    let track: Int
    let durationMs: Int
    let kind: StandInSound.Kind

    /// The number of frames in a segment.
    static let framesPerSegment = 10 * StandInSound.framesPerNote

    /// The number of frames of the track, rounded to the nearest.
    var frameCount: Int {
        let samples = durationMs * StandInSound.rate / 1000
        return max(1, (samples + StandInSound.samplesPerFrame / 2) / StandInSound.samplesPerFrame)
    }

    var segmentCount: Int { (frameCount + Self.framesPerSegment - 1) / Self.framesPerSegment }

    private func range(_ segment: Int) -> Range<Int> {
        segment * Self.framesPerSegment..<min(frameCount, (segment + 1) * Self.framesPerSegment)
    }

    /// The media playlist (RFC 8216).
    ///
    /// - Parameter query: the signature that each address carries.
    func playlist(query: String) -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:10", "#EXT-X-MEDIA-SEQUENCE:0",
            "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-MAP:URI=\"init.mp4?\(query)\"",
        ]
        for segment in 0..<segmentCount {
            let micros = range(segment).count * StandInSound.samplesPerFrame * 1_000_000 / StandInSound.rate
            let rest = String(micros % 1_000_000)
            let zeros = String(repeating: "0", count: 6 - rest.count)
            lines += ["#EXTINF:\(micros / 1_000_000).\(zeros)\(rest),", "data\(segment).m4s?\(query)"]
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    /// One media segment: `styp`, `moof` and `mdat`; `nil` if the track has no such segment.
    func segment(_ number: Int) -> [UInt8]? {
        guard number >= 0, number < segmentCount else { return nil }
        let all = StandInSound.frames(kind)
        let frames = range(number).map { frame in
            let note = StandInSound.note(second: frame / StandInSound.framesPerNote, track: track)
            return all[note * StandInSound.framesPerNote + frame % StandInSound.framesPerNote]
        }
        let length = Self.fragment(frames, number, offset: 0).count
        let fragment = Self.fragment(frames, number, offset: length + 8)
        let type = Box("styp") { $0.text("msdh").numbers(0).text("msdhmsix") }
        return type.bytes + fragment + Box("mdat") { box in frames.forEach { box.raw($0) } }.bytes
    }

    private static func fragment(_ frames: [[UInt8]], _ number: Int, offset: Int) -> [UInt8] {
        Box("moof") { moof in
            moof.box("mfhd") { $0.numbers(0, number + 1) }
            moof.box("traf") { traf in
                // The flag default-base-is-moof, and the track.
                traf.box("tfhd") { $0.numbers(0x02_0000, 1) }
                traf.box("tfdt") { box in
                    let time = number * framesPerSegment * StandInSound.samplesPerFrame
                    box.numbers(0x0100_0000, time >> 32, time & 0xFFFF_FFFF)
                }
                // The offset of the data, and the size of each sample.
                traf.box("trun") { box in
                    box.numbers(0x0201, frames.count, offset)
                    for frame in frames { box.numbers(frame.count) }
                }
            }
        }.bytes
    }

    /// The initialization segment: AAC-LC, two channels, 44,100 Hz.
    static let initialization: [UInt8] =
        Box("ftyp") { $0.text("iso6").numbers(0).text("iso6cmfcmp41") }.bytes
        + Box("moov") { moov in
            moov.box("mvhd") { box in
                box.numbers(0, 0, 0, 1000, 0, 0x0001_0000, 0x0100_0000, 0, 0)
                identity(box)
                box.numbers(0, 0, 0, 0, 0, 0, 2)
            }
            moov.box("trak") { trak in
                trak.box("tkhd") { box in
                    box.numbers(7, 0, 0, 1, 0, 0, 0, 0, 0, 0x0100_0000)
                    identity(box)
                    box.numbers(0, 0)
                }
                trak.box("mdia", media)
            }
            moov.box("mvex") { mvex in
                mvex.box("trex") { $0.numbers(0, 1, 1, StandInSound.samplesPerFrame, 0, 0x0200_0000) }
            }
        }.bytes

    /// The identity matrix.
    private static func identity(_ box: Box) {
        box.numbers(0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000)
    }

    private static func media(_ media: Box) {
        // The language "und".
        media.box("mdhd") { $0.numbers(0, 0, 0, StandInSound.rate, 0, 0x55C4_0000) }
        media.box("hdlr") { $0.numbers(0, 0).text("soun").numbers(0, 0, 0).raw([0]) }
        media.box("minf") { minf in
            minf.box("smhd") { $0.numbers(0, 0) }
            minf.box("dinf") { dinf in
                dinf.box("dref") { dref in
                    dref.numbers(0, 1)
                    dref.box("url ") { $0.numbers(1) }
                }
            }
            minf.box("stbl") { stbl in
                stbl.box("stsd") { stsd in
                    stsd.numbers(0, 1)
                    stsd.box("mp4a", sampleEntry)
                }
                stbl.box("stts") { $0.numbers(0, 0) }
                stbl.box("stsc") { $0.numbers(0, 0) }
                stbl.box("stsz") { $0.numbers(0, 0, 0) }
                stbl.box("stco") { $0.numbers(0, 0) }
            }
        }
    }

    private static func sampleEntry(_ entry: Box) {
        entry.numbers(0, 1, 0, 0, 2 << 16 | 16, 0, StandInSound.rate << 16)
        entry.box("esds") { box in
            // ES, decoder configuration, AudioSpecificConfig of AAC-LC with 44,100 Hz and two channels, SL (ISO/IEC 14496-1 §7.2.6).
            box.numbers(0).raw([3, 25, 0, 1, 0])
            box.raw([4, 17, 0x40, 0x15, 0, 0, 0, 0, 2, 0x71, 0, 0, 2, 0x71, 0])
            box.raw([5, 2, 0x12, 0x10, 6, 1, 2])
        }
    }
}
