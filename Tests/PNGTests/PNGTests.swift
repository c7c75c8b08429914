import Gzip
import Synchronization
import Testing

@testable import PNG

struct PNGTests {
    private let disc = Drawing(
        top: Drawing.Color(0x102030), bottom: Drawing.Color(0x405060), ink: Drawing.Color(0xFFFFFF),
        strokes: [Drawing.Stroke([Drawing.Point(300, 300)], width: 300)])

    private func color(_ pixels: [UInt8], _ x: Int, _ y: Int, _ side: Int) -> [UInt8] {
        Array(pixels[(y * side + x) * 3..<(y * side + x) * 3 + 3])
    }

    @Test func strokesAreDrawnOverADiagonalGradient() {
        let pixels = disc.pixels(side: 60)
        #expect(color(pixels, 0, 0, 60) == [0x10, 0x20, 0x30])
        #expect(color(pixels, 59, 59, 60) == [0x40, 0x50, 0x60])
        #expect(color(pixels, 30, 30, 60) == [0xFF, 0xFF, 0xFF])
        #expect(color(pixels, 30, 4, 60) != [0xFF, 0xFF, 0xFF])
    }

    @Test func aPictureOfOnePixelIsDrawn() {
        let blank = Drawing(
            top: Drawing.Color(0x102030), bottom: Drawing.Color(0x405060), ink: Drawing.Color(0xFFFFFF), strokes: [])
        #expect(blank.pixels(side: 1) == [0x10, 0x20, 0x30])
    }

    @Test func anArcIsDrawnInTheDirectionOfItsAngles() {
        let below = Drawing(
            top: Drawing.Color(0), bottom: Drawing.Color(0), ink: Drawing.Color(0xFFFFFF),
            strokes: [.arc(Drawing.Point(300, 300), Drawing.Point(200, 200), from: 0, to: 180, width: 60)])
        let pixels = below.pixels(side: 60)
        #expect(color(pixels, 30, 50, 60) == [0xFF, 0xFF, 0xFF])
        #expect(color(pixels, 30, 10, 60) == [0, 0, 0])
    }

    /// The decoded pixels equal the drawn ones, and both checksums have the values that the standard requires.
    @Test func anEncodedPNGHasTheRequiredChunksAndChecksums() throws {
        let file = try PNG.encode(disc, side: 40)
        #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var (index, types, data): (Int, [String], [UInt8]) = (8, [], [])
        func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        while index < file.count {
            let length = number(index)
            let type = String(decoding: file[index + 4..<index + 8], as: UTF8.self)
            types.append(type)
            if type == "IHDR" { #expect(number(index + 8) == 40 && number(index + 12) == 40) }
            if type == "IDAT" { data += file[index + 8..<index + 8 + length] }
            // The known checksum of a chunk without content.
            if type == "IEND" { #expect(number(index + 8) == 0xAE42_6082) }
            index += 12 + length
        }
        #expect(types == ["IHDR", "IDAT", "IEND"] && index == file.count)
        #expect(data.prefix(2) == [0x78, 0xDA])
        let rows = 40 * (40 * 3 + 1)
        var (low, high) = (1, 0)
        let pixels = disc.pixels(side: 40)
        for row in 0..<40 {
            for byte in [1]
                + (0..<120).map({
                    $0 < 3 ? pixels[row * 120 + $0] : pixels[row * 120 + $0] &- pixels[row * 120 + $0 - 3]
                })
            {
                low = (low + Int(byte)) % 65_521
                high = (high + low) % 65_521
            }
        }
        #expect(data.suffix(4).reduce(0) { $0 << 8 | Int($1) } == high << 16 | low)
        #expect(data.count < rows)
    }

    @Test func aRequestedPictureSizeBecomesAnAvailableSize() throws {
        typealias Cache = PictureCache<Int>
        #expect([1, 64, 65, 151, 600, 4000].map { Cache.side(for: $0) } == [64, 64, 150, 300, 600, 600])
        #expect(Cache.side(for: nil) == 600)
        let cache = Cache { [disc] _ in disc }
        #expect(try cache.picture(1, wanted: 10) == PNG.encode(disc, side: 64))
        #expect(try cache.picture(1, wanted: 10) == cache.picture(1, wanted: 64))
    }

    @Test func aFullPictureCacheIsEmptiedForANewPicture() throws {
        let drawn = Mutex<[Int]>([])
        let cache = PictureCache<Int>(limit: 2) { [disc] name in
            drawn.withLock { $0.append(name) }
            return disc
        }
        for name in [1, 2, 1, 3, 3, 1] { #expect(try cache.picture(name, side: 5) == PNG.encode(disc, side: 5)) }
        #expect(drawn.withLock { $0 } == [1, 2, 3, 1])
    }

    /// A picture of one colour: its opacity is the index into the palette.
    @Test func aPictureOfOneColourHasAPaletteOfOpacities() throws {
        let file = try PNG.encode(
            coverage: [0, 128, 255, 0, 128, 255], width: 3, height: 2, ink: Drawing.Color(0x102030))
        func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(16) == 3 && number(20) == 2)
        #expect(Array(file[24..<29]) == [8, 3, 0, 0, 0])
        var (index, chunks): (Int, [String: [UInt8]]) = (8, [:])
        while index < file.count {
            let content = Array(file[index + 8..<index + 8 + number(index)])
            chunks[String(decoding: file[index + 4..<index + 8], as: UTF8.self)] = content
            index += 12 + content.count
        }
        #expect(chunks["PLTE"]?.prefix(6) == [0x10, 0x20, 0x30, 0x10, 0x20, 0x30])
        #expect(chunks["PLTE"]?.count == 768)
        #expect(chunks["tRNS"] == (0..<256).map { UInt8($0) })
        // zlib's own bytes follow: each row begins with its filter, and the second row equals the first.
        let rows: [UInt8] = [2, 0, 128, 255, 2, 0, 0, 0]
        let (low, high) = rows.reduce((1, 0)) { sums, byte in
            let low = (sums.0 + Int(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        #expect(chunks["IDAT"]?.suffix(4).reduce(0) { $0 << 8 | Int($1) } == high << 16 | low)
    }
}
