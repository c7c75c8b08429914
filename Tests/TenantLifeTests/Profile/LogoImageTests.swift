import Testing

@testable import TenantLife

@Suite struct LogoImageTests {
    @Test func theMediaTypeAndSizeOfALogoAreReadFromItsBytes() throws {
        let png = try #require(LogoImage(LogoRoutesTests.png()))
        #expect(png.mediaType == "image/png" && png.width == 40 && png.height == 30)
        // The bytes are SOI, an APP0 to skip, a fill byte, and a frame of 300 x 20 pixels.
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, 0, 20, 1, 44, 3, 0, 0, 0, 0]
        let photo = try #require(LogoImage(jpeg))
        #expect(photo.mediaType == "image/jpeg" && photo.width == 300 && photo.height == 20)
        let riff = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
        let lossy = riff + Array("VP8 ".utf8) + [0, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 64, 0, 32, 0]
        #expect(LogoImage(lossy).map { [$0.width, $0.height] } == [64, 32])
        let lossless = riff + Array("VP8L".utf8) + [0, 0, 0, 0, 0x2F, 63, 0xC0, 7, 0, 0, 0, 0, 0, 0]
        #expect(LogoImage(lossless).map { [$0.width, $0.height] } == [64, 32])
        let extended = riff + Array("VP8X".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 63, 0, 0, 31, 0, 0]
        #expect(LogoImage(extended).map { [$0.width, $0.height] } == [64, 32])
        #expect(LogoImage(extended)?.mediaType == "image/webp")
    }

    @Test func aTruncatedLogoHeaderIsRefused() {
        let whole = LogoRoutesTests.png()
        for length in 0..<33 { #expect(LogoImage(Array(whole.prefix(length))) == nil, "\(length)") }
        for bytes: [UInt8] in [[0xFF, 0xD8, 0xFF, 0xE0, 0, 0], [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 0, 0, 0, 0, 0, 0, 0]] {
            #expect(LogoImage(bytes) == nil)
        }
    }
}
