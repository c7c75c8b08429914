import Synchronization
import Testing

@testable import HTTP

struct ContentStreamTests {
    @Test func completeContentIsReadAsOnePiece() async throws {
        var pieces: [[UInt8]] = []
        for try await piece in ContentStream([1, 2, 3]) { pieces.append(piece) }
        #expect(pieces == [[1, 2, 3]])
    }

    @Test func emptyContentEndsWithoutAPiece() async throws {
        #expect(try await ContentStream([]).next() == nil)
    }

    @Test func anEarlyEndOfContentIsThrownAfterTheBytesThatHaveArrived() async throws {
        let content = ContentStream()
        _ = content.append([7])
        content.end(.disconnected)
        content.end(.timeout)
        #expect(try await content.next() == [7])
        await #expect(throws: ContentStreamError.disconnected) { try await content.next() }
        #expect(try await content.next() == nil)
    }

    @Test func contentIsAcceptedOnlyAfterTheReaderReads() async throws {
        let content = ContentStream()
        let order = Mutex<[String]>([])
        let receiver = Task {
            await content.waitForRoom()
            order.withLock { $0.append("room") }
            #expect(content.append([1]))
            content.end()
        }
        order.withLock { $0.append("read") }
        #expect(try await content.next() == [1])
        await receiver.value
        #expect(order.withLock { $0 } == ["read", "room"])
    }

    @Test func aStreamFilledToItsCapacityHasRoomOnlyAfterARead() async throws {
        let content = ContentStream()
        #expect(content.append([UInt8](repeating: 0, count: ContentStream.capacity - 1)))
        #expect(!content.append([0]))
        #expect(try await content.next()?.count == ContentStream.capacity)
        await content.waitForRoom()
    }

    @Test func aCancelledReaderOfContentThrows() async {
        let content = ContentStream()
        let reader = Task { try await content.next() }
        reader.cancel()
        await #expect(throws: ContentStreamError.cancelled) { try await reader.value }
        content.end()
    }

    @Test func theEndOfTheContentReleasesAWaitingReceiver() async {
        let content = ContentStream()
        let receiver = Task { await content.waitForRoom() }
        content.end(.stopping)
        await receiver.value
    }
}
