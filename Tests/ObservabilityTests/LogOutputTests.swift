import Glibc
import Logging
import Testing

@testable import Observability

@Suite struct LogOutputTests {
    @Test func logLinesAreWrittenInOrder() throws {
        let pipe = try Pipe()
        let output = LogOutput(descriptor: pipe.writeEnd, format: .json)
        var logger = Logger(label: "test") { LineLogHandler(label: $0, level: .info, output: output) }
        logger[metadataKey: "tenant"] = "7"
        for number in 0..<100 { logger.info("line", metadata: ["n": .stringConvertible(number)]) }
        logger.debug("too fine")
        logger.info("last", metadata: ["tenant": "8"])
        output.flush(timeout: .seconds(60))
        let lines = pipe.read().split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines.prefix(100).enumerated().allSatisfy { $1.hasSuffix(#""n":\#($0),"tenant":"7"}"#) })
        #expect(lines.last?.hasSuffix(#""msg":"last","logger":"test","tenant":"8"}"#) == true)
    }

    @Test func aStalledReaderDoesNotBlockLoggingAndDroppedLinesAreReported() throws {
        let pipe = try Pipe()
        let output = LogOutput(descriptor: pipe.writeEnd, format: .json, limit: 100_000)
        let logger = Logger(label: "test") { LineLogHandler(label: $0, level: .info, output: output) }
        // This loop would never end if logging waited for the reader.
        for _ in 0..<2000 { logger.info("x", metadata: ["v": .string(String(repeating: "y", count: 1000))]) }
        var text = ""
        let deadline = ContinuousClock.now + .seconds(120)
        while output.dropped == 0 && .now < deadline { text += pipe.read(within: 10) }
        output.flush(timeout: .seconds(60))
        text += pipe.read()
        let lines = text.split(separator: "\n")
        let kept = lines.filter { $0.contains(#""msg":"x""#) }.count
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        #expect(text.contains(#""msg":"log lines were dropped","logger":"log","count":\#(output.dropped)}"#))
        #expect(kept > 0 && kept + Int(output.dropped) == 2000)
    }

    @Test func loggingToAClosedPipeDoesNotCrash() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = try Pipe()
        pipe.closeReadEnd()
        let output = LogOutput(descriptor: pipe.writeEnd, format: .json)
        let logger = Logger(label: "test") { LineLogHandler(label: $0, level: .info, output: output) }
        logger.info("nobody reads this")
        output.flush(timeout: .seconds(60))
    }
}

/// A pipe whose read end does not block.
private final class Pipe {
    let writeEnd: Int32
    private let readEnd: Int32
    private var isReadEndOpen = true

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeReadEnd()
        close(writeEnd)
    }

    func closeReadEnd() {
        if isReadEndOpen { close(readEnd) }
        isReadEndOpen = false
    }

    /// Returns the available text, after waiting some milliseconds for the first byte.
    func read(within wait: Int32 = 0) -> String {
        var ready = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, wait)
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(readEnd, &buffer, buffer.count)
            if count <= 0 { return String(decoding: all, as: UTF8.self) }
            all += buffer[..<count]
        }
    }
}
