import ConcertNotes
import Foundation
import Synchronization
import Tenancy
import TestSupport
import Testing

@testable import ConcertReading
@testable import Web

/// Smaller copies of pictures, with and without a program that makes them.
@Suite struct ScaledPictureTests {
    /// A scaler that counts its calls and answers with a small PNG, or fails.
    private final class Scaler: PictureScaler {
        struct Failure: Error {}

        static let copy = ProgrammeFixture.png(width: 320, height: 1)
        let widths = Mutex<[Int]>([])
        let fails: Bool

        init(fails: Bool = false) { self.fails = fails }

        func scaled(_ picture: [UInt8], kind: MediaKind, width: Int, for tenant: TenantID) async throws -> [UInt8] {
            widths.withLock { $0.append(width) }
            if fails { throw Failure() }
            return Self.copy
        }
    }

    /// The fixture with a picture of 1000 x 10 pixels, which is longer than its copies.
    private static func fixture() -> ProgrammeFixture {
        var fixture = ProgrammeFixture()
        fixture.files["images/dot.png"] = picture
        return fixture
    }

    private static let picture = ProgrammeFixture.png(width: 1000, height: 10) + [UInt8](repeating: 0, count: 1000)

    private static func path(_ width: Int) -> String { "/api/v1/concert/pictures/dot.png?width=\(width)" }

    @Test func aLargePictureOfAConcertListsItsSmallerCopies() async throws {
        try await ReadingStage.with(Self.fixture()) { stage, tenant async throws in
            let concert = try await stage.json("/api/v1/concert", of: tenant)
            let pictures = try #require(concert["pictures"] as? [NSDictionary])
            #expect(pictures.first?["scaled"] == nil, "a GIF has no copies")
            #expect(
                pictures.last?["scaled"] as? NSObject
                    == (try json(
                        """
                        [{"width": 320, "url": "\(Self.path(320))"}, {"width": 640, "url": "\(Self.path(640))"},
                         {"width": 960, "url": "\(Self.path(960))"}]
                        """)))
        }
    }

    @Test func aScaledCopyIsMadeOnceForEachWidth() async throws {
        let scaler = Scaler()
        try await ReadingStage.with(Self.fixture(), scaler: scaler) { stage, tenant async throws in
            for _ in 0..<2 {
                #expect(try await stage.get(Self.path(320), of: tenant).identity == Scaler.copy)
                #expect(try await stage.get(Self.path(640), of: tenant).identity == Scaler.copy)
            }
            #expect(scaler.widths.withLock { $0 } == [320, 640])
            #expect(try await stage.get(Self.path(320), of: tenant).mediaType == "image/png")
            // A new edition of the same file uses the copy that was made.
            try await stage.importTerm("Allegro", for: tenant)
            await stage.library.caughtUp(in: tenant.id)
            #expect(try await stage.get(Self.path(320), of: tenant).identity == Scaler.copy)
            #expect(scaler.widths.withLock { $0 } == [320, 640])
        }
    }

    @Test func aWidthThatIsNotSmallerThanThePictureGivesTheOriginal() async throws {
        let scaler = Scaler()
        try await ReadingStage.with(Self.fixture(), scaler: scaler) { stage, tenant async throws in
            #expect(try await stage.get(Self.path(1920), of: tenant).identity == Self.picture)
            #expect(
                try await stage.get("/api/v1/concert/pictures/dash.gif?width=320", of: tenant).identity
                    == ProgrammeFixture.gif)
            #expect(scaler.widths.withLock { $0 }.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func theOriginalPictureIsServedIfNoCopyCanBeMade(hasScaler: Bool) async throws {
        try await ReadingStage.with(Self.fixture(), scaler: hasScaler ? Scaler(fails: true) : nil) {
            stage, tenant async throws in
            #expect(try await stage.get(Self.path(320), of: tenant).identity == Self.picture)
        }
    }

    @Test func aCopyOfUnknownWidthOrOfAnUnknownPictureIsRefused() async throws {
        try await ReadingStage.with(Self.fixture()) { stage, tenant async throws in
            for query in ["?width=321", "?width=", "", "?width=x"] {
                let error = await stage.error("/api/v1/concert/pictures/dot.png\(query)", of: tenant)
                #expect(error?.status == .unprocessableContent, "\(query)")
            }
            #expect(await stage.error("/api/v1/concert/pictures/none.png?width=320", of: tenant)?.code == .noSuchImage)
            #expect(
                await stage.error("/api/v1/concert/pictures/Splash32.png?width=320", of: tenant)?.code == .noSuchImage,
                "an app asset is no picture of the texts")
        }
    }
}
