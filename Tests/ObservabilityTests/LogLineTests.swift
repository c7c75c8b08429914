import Logging
import Testing

@testable import Observability

@Suite struct LogLineTests {
    /// Spec O4.5.
    @Test func aLogEventIsWrittenAsOneLineOfJSON() {
        #expect(
            json("on the air", ["tenant": "1", "epoch": .stringConvertible(3), "ok": .stringConvertible(true)])
                == #"{"ts":"2026-11-21T13:52:16.007Z","level":"notice","msg":"on the air","logger":"emitter","#
                + #""epoch":3,"ok":true,"tenant":"1"}"# + "\n")
    }

    @Test func nestedMetadataIsWrittenAsNestedJSON() {
        let line = json("m", ["a": ["b": ["x", .array(["y"])], "c": .stringConvertible(1.5)]])
        #expect(line.hasSuffix(#""a":{"b":["x",["y"]],"c":1.5}}"# + "\n"))
    }

    @Test func textLogLinesQuoteOnlyValuesThatNeedQuotes() {
        let line = LogLine(
            timestamp: Timestamp(milliseconds: 1_795_269_136_007), level: .notice, label: "emitter",
            message: "on the air",
            metadata: ["group": "239.255.0.1:12345", "piece": "Higdon, \"x\"", "empty": "", "n": .stringConvertible(7)])
        #expect(
            string(line.bytes(.text)) == "2026-11-21T13:52:16.007Z notice   emitter: on the air empty=\"\" "
                + "group=239.255.0.1:12345 n=7 piece=\"Higdon, \\\"x\\\"\"\n")
    }

    @Test(arguments: [
        ("\r\n", #"\r\n"#), ("\u{1B}[31m", #"\u001b[31m"#), ("\u{0}\u{7F}", #"\u0000\u007f"#), ("\u{85}", #"\u0085"#),
        ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{202E}", #"\u202e"#), ("\u{61C}", #"\u061c"#), ("\"\\", #"\"\\"#),
        ("Dvořák 🎻", "Dvořák 🎻"),
    ])
    func lineEndsAndControlCharactersInLogLinesAreEscaped(text: String, escaped: String) {
        for format in [LogFormat.json, .text] {
            let line = string(
                LogLine(
                    timestamp: Timestamp(milliseconds: 0), level: .error, label: text, message: text,
                    metadata: [text: "\(text)"]
                ).bytes(format))
            #expect(line.components(of: escaped) >= 3)
            #expect(line.unicodeScalars.filter { LogText.isDangerous($0) } == ["\n"])
        }
    }

    @Test func longTextsInALogLineAreTruncatedBetweenCharacters() {
        let line = json(String(repeating: "é", count: 5000), ["k": .string(String(repeating: "x", count: 5000))])
        #expect(line.contains("\"msg\":\"\(String(repeating: "é", count: LogLine.valueLimit / 2))…\""))
        #expect(line.contains("\"k\":\"\(String(repeating: "x", count: LogLine.valueLimit))…\""))
    }

    @Test func aLogLineWithTooMuchMetadataIsMarkedAsTruncated() {
        let metadata = Logger.Metadata(
            uniqueKeysWithValues: (0..<100).map { ("k\($0)", .string(String(repeating: "x", count: 2000))) })
        let line = json("m", metadata)
        #expect(line.utf8.count < LogLine.lineLimit + 2 * LogLine.valueLimit)
        #expect(line.hasSuffix(",\"truncated\":true}\n"))
    }

    @Test func deeplyNestedMetadataIsTruncated() {
        var value: Logger.Metadata.Value = "bottom"
        for _ in 0..<50 { value = ["d": value] }
        #expect(json("m", ["a": value]).hasSuffix(#""a":{"d":{"d":{"d":"…"}}}}"# + "\n"))
    }

    @Test func metadataKeysThatEqualBuiltInFieldsGetAPrefix() {
        #expect(json("m", ["level": "debug", "ts": "0"]).contains(#""metadata.level":"debug","metadata.ts":"0""#))
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_827_696_789, "2000-02-29T12:34:56.789Z"),
        ] as [(Int64, String)])
    func theTimeOfALogLineIsInUTCWithMilliseconds(milliseconds: Int64, text: String) {
        var line: [UInt8] = []
        Timestamp(milliseconds: milliseconds).append(to: &line)
        #expect(string(line) == text)
    }

    private func json(_ message: String, _ metadata: Logger.Metadata) -> String {
        string(
            LogLine(
                timestamp: Timestamp(milliseconds: 1_795_269_136_007), level: .notice, label: "emitter",
                message: message,
                metadata: metadata
            ).bytes(.json))
    }

    private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
