import Foundation
import Synchronization
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct CloudPictureTests {
    @Test(
        arguments: [
            (nil, "large"), (40, "badge"), (60, "t67x67"), (100, "large"), (101, "t300x300"), (300, "t300x300"),
            (4000, "t500x500"),
        ] as [(Int?, String)])
    func theSmallestSufficientSizeOfSoundCloudIsChosen(size: Int?, name: String) throws {
        let address = try #require(CloudPictureAddress("https://i1.sndcdn.com/artworks-x7-large.jpg"))
        #expect(address.sized(size) == "https://i1.sndcdn.com/artworks-x7-\(name).jpg")
    }

    @Test func differentPicturesHaveDifferentVersions() throws {
        let one = try #require(CloudPictureAddress("https://i1.sndcdn.com/artworks-x7-large.jpg"))
        let other = try #require(CloudPictureAddress("https://i1.sndcdn.com/artworks-x8-large.jpg"))
        #expect(one.version.count == 16 && one.version != other.version)
        #expect(CloudPictureAddress("") == nil)
        // The tests of the wall compute the version in SQL, so its format must stay the same.
        let path = try #require(CoverPath.path(of: "soundcloud:tracks:1", at: one.text, .tile))
        #expect(path == "/library/artwork/soundcloud:tracks:1-\(one.version)?size=300")
        let name = try #require(CoverName("soundcloud:tracks:1-\(one.version)"))
        #expect(name.urn == CloudURN(.track, number: 1) && name.version == one.version)
    }

    @Test(arguments: ["", "soundcloud:tracks:1", "soundcloud:comments:1-0123", "1-0123", "-"])
    func aTextWithoutAURNOrAVersionIsNotACoverName(text: String) {
        #expect(CoverName(text) == nil)
    }

    @Test func theContentOfAPictureDeterminesItsMediaType() {
        let webP = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8)
        #expect(CloudPicture([0xFF, 0xD8, 0xFF, 0xE0])?.mediaType == "image/jpeg")
        #expect(CloudPicture([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])?.mediaType == "image/png")
        #expect(CloudPicture(webP)?.mediaType == "image/webp")
        for other in ["<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<html>", "GIF89a", ""] {
            #expect(CloudPicture(Array(other.utf8)) == nil, "\(other)")
        }
    }
}

struct CloudPicturesTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A fetcher that records the addresses. It answers with a picture of 1,000 bytes, or with 404 for an address that contains "lost".
    private final class Pictures: Fetcher {
        private let asked = Mutex<[String]>([])
        var addresses: [String] { asked.withLock { $0 } }

        func fetch(_ request: UpstreamRequest) async throws -> UpstreamResponse {
            asked.withLock { $0.append(request.address) }
            #expect(request.fields.allSatisfy { $0.name != "Authorization" })
            guard !request.address.contains("lost") else { return UpstreamResponse(status: 404) }
            return UpstreamResponse(
                status: 200, body: CloudPicturesTests.png + [UInt8](repeating: 0, count: 992))
        }
    }

    /// A clock that the test advances.
    private final class MovedClock: Sendable {
        private let time = Mutex<Int64>(1_000_000)
        var now: Instant { time.withLock { Instant(milliseconds: $0) } }
        func move(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
    }

    private let fetcher = Pictures()
    private let clock = MovedClock()

    private func pictures(limit: Int = 1 << 20) -> CloudPictures {
        let clock = clock
        return CloudPictures(
            app: SoundCloudApp(clientID: "app", clientSecret: "secret"), fetcher: fetcher,
            clock: UpstreamClock(now: { clock.now }), limit: limit)
    }

    private func address(_ name: String, host: String = "i1.sndcdn.com") throws -> CloudPictureAddress {
        try #require(CloudPictureAddress("https://\(host)/artworks-\(name)-large.jpg"))
    }

    @Test func simultaneousRequestsOfAPictureShareOneRequestToSoundCloud() async throws {
        let (pictures, address) = (pictures(), try address("a"))
        await withTaskGroup(of: CloudPicture?.self) { group in
            for _ in 0..<20 { group.addTask { await pictures.picture(at: address, size: 100) } }
            for await picture in group { #expect(picture?.mediaType == "image/png" && picture?.bytes.count == 1000) }
        }
        #expect(fetcher.addresses == ["https://i1.sndcdn.com/artworks-a-large.jpg"])
        #expect(await pictures.picture(at: address, size: 300) != nil)
        #expect(fetcher.addresses.last == "https://i1.sndcdn.com/artworks-a-t300x300.jpg")
        clock.move(seconds: 3601)
        #expect(await pictures.picture(at: address, size: 100) != nil)
        #expect(fetcher.addresses.count == 3)
    }

    @Test(arguments: ["evil.example", "sndcdn.com.evil.example", "127.0.0.1", "i1.sndcdn.com:8080"])
    func picturesAreRequestedOnlyFromHostsOfSoundCloud(host: String) async throws {
        let foreign = try address("a", host: host)
        #expect(await pictures().picture(at: foreign, size: 100) == nil)
        #expect(fetcher.addresses.isEmpty)
    }

    @Test func aPictureThatCannotBeReadIsRequestedAgainAfterAMinute() async throws {
        let (pictures, address) = (pictures(), try address("lost"))
        for _ in 0..<3 { #expect(await pictures.picture(at: address, size: 100) == nil) }
        #expect(fetcher.addresses.count == 1)
        clock.move(seconds: 61)
        #expect(await pictures.picture(at: address, size: 100) == nil)
        #expect(fetcher.addresses.count == 2)
    }

    @Test func theLeastRecentlyUsedPictureIsRemovedIfTheMemoryIsFull() async throws {
        let pictures = pictures(limit: 2500)
        let (a, b, c) = (try address("a"), try address("b"), try address("c"))
        for next in [a, b, a, c] { #expect(await pictures.picture(at: next, size: 100) != nil) }
        #expect(fetcher.addresses.count == 3)
        // The picture b was removed to make room for c.
        #expect(await pictures.picture(at: a, size: 100) != nil)
        #expect(fetcher.addresses.count == 3)
        #expect(await pictures.picture(at: b, size: 100) != nil)
        #expect(fetcher.addresses.count == 4)
    }
}
