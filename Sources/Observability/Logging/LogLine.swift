import Logging

/// The data of a log line, and its encoding in each format.
struct LogLine {
    /// The length of the longest message, label, key or value in bytes, before escaping. Longer texts are cut.
    static let valueLimit = 2048
    /// The length in bytes after which no further field is added.
    static let lineLimit = 16_384
    /// The nesting level, from 1, from which a dictionary or an array is replaced by "…".
    static let depthLimit = 4

    let timestamp: Timestamp
    let level: Logger.Level
    let label: String
    let message: String
    let metadata: Logger.Metadata

    /// Returns the line in a format, with a line feed at the end.
    func bytes(_ format: LogFormat) -> [UInt8] {
        switch format {
        case .json: json()
        case .text: text()
        }
    }

    private func json() -> [UInt8] {
        var line = Array(#"{"ts":""#.utf8)
        timestamp.append(to: &line)
        line.append(contentsOf: #"","level":"\#(level.rawValue)","msg":"#.utf8)
        append(message, to: &line)
        line.append(contentsOf: #","logger":"#.utf8)
        append(label, to: &line)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line.append(UInt8(ascii: ","))
            guard line.count < Self.lineLimit else {
                line.append(contentsOf: #""truncated":true"#.utf8)
                break
            }
            append(Self.reserved.contains(key) ? "metadata.\(key)" : key, to: &line)
            line.append(UInt8(ascii: ":"))
            append(value, depth: 1, to: &line)
        }
        line.append(contentsOf: "}\n".utf8)
        return line
    }

    private static let reserved: Set = ["ts", "level", "msg", "logger", "truncated"]

    private func append(_ value: Logger.Metadata.Value, depth: Int, to line: inout [UInt8]) {
        switch value {
        case .string(let string): append(string, to: &line)
        case .stringConvertible(let number as any FixedWidthInteger):
            line.append(contentsOf: String(describing: number).utf8)
        case .stringConvertible(let number as Double) where number.isFinite:
            line.append(contentsOf: String(describing: number).utf8)
        case .stringConvertible(let flag as Bool): line.append(contentsOf: (flag ? "true" : "false").utf8)
        case .stringConvertible(let other): append(String(describing: other), to: &line)
        case .dictionary, .array:
            guard depth < Self.depthLimit, line.count < Self.lineLimit else {
                return append("…", to: &line)
            }
            appendNested(value, depth: depth, to: &line)
        }
    }

    private func appendNested(_ value: Logger.Metadata.Value, depth: Int, to line: inout [UInt8]) {
        var isFirst = true
        func comma(_ line: inout [UInt8]) {
            if !isFirst { line.append(UInt8(ascii: ",")) }
            isFirst = false
        }
        switch value {
        case .dictionary(let dictionary):
            line.append(UInt8(ascii: "{"))
            for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) where line.count < Self.lineLimit {
                comma(&line)
                append(key, to: &line)
                line.append(UInt8(ascii: ":"))
                append(value, depth: depth + 1, to: &line)
            }
            line.append(UInt8(ascii: "}"))
        case .array(let array):
            line.append(UInt8(ascii: "["))
            for value in array where line.count < Self.lineLimit {
                comma(&line)
                append(value, depth: depth + 1, to: &line)
            }
            line.append(UInt8(ascii: "]"))
        default: break
        }
    }

    private func append(_ string: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        LogText.appendEscaped(string, limit: Self.valueLimit, to: &line)
        line.append(UInt8(ascii: "\""))
    }

    /// Returns the line as text, such as `2026-11-21T13:52:16.123Z notice   emitter: on the air epoch=3 group=239.255.0.1:12345`.
    private func text() -> [UInt8] {
        var line: [UInt8] = []
        timestamp.append(to: &line)
        let level = self.level.rawValue
        line.append(contentsOf: " \(level)\(String(repeating: " ", count: 9 - level.utf8.count))".utf8)
        LogText.appendEscaped(label, limit: Self.valueLimit, to: &line)
        line.append(contentsOf: ": ".utf8)
        LogText.appendEscaped(message, limit: Self.valueLimit, to: &line)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where line.count < Self.lineLimit {
            line.append(UInt8(ascii: " "))
            LogText.appendEscaped(key, limit: Self.valueLimit, to: &line)
            line.append(UInt8(ascii: "="))
            if case .string(let string) = value, isPlain(string) {
                line.append(contentsOf: string.utf8)
            } else {
                append(value, depth: 1, to: &line)
            }
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// Returns whether a value needs no quotes in the text format.
    private func isPlain(_ string: String) -> Bool {
        !string.isEmpty && string.utf8.count <= Self.valueLimit
            && string.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
