import Testing

@testable import HTTP

struct ServerSentEventTests {
    private func text(_ event: ServerSentEvent) -> String { String(decoding: event.serialized, as: UTF8.self) }

    @Test func anEventIsWrittenAsItsFieldsAndAnEmptyLine() {
        #expect(text(ServerSentEvent(id: "7", name: "position", data: "{}")) == "id: 7\nevent: position\ndata: {}\n\n")
        #expect(text(ServerSentEvent(id: "", name: "", data: "x")) == "data: x\n\n")
    }

    @Test func everyLineOfAnEventsDataIsWrittenAsADataField() {
        #expect(
            text(ServerSentEvent(id: "", name: "", data: "a\nb\r\nc\rd\n"))
                == "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n")
    }

    @Test func lineEndsInTheIDAndNameOfAnEventAreReplacedBySpaces() {
        #expect(
            text(ServerSentEvent(id: "1\ndata: x", name: "a\rb\u{0}", data: ""))
                == "id: 1 data: x\nevent: a b \ndata: \n\n")
    }

    @Test func aReconnectionTimeIsWrittenWithoutAnEvent() {
        #expect(text(.retry(milliseconds: 1500)) == "retry: 1500\n\n")
    }

    @Test func anEventIsEncodedAsOneHTTPChunk() {
        let frame = EventFrame(ServerSentEvent(id: "", name: "", data: "0123456789"))
        #expect(String(decoding: frame.chunk, as: UTF8.self) == "12\r\ndata: 0123456789\n\n\r\n")
        #expect(String(decoding: frame.chunk[frame.payload], as: UTF8.self) == "data: 0123456789\n\n")
    }
}
