import HTTP

/// A naive reader of the chunked coding that reads a whole input (RFC 9112 §7.1).
struct NaiveChunked {
    enum Outcome: Equatable {
        case waiting
        case refused
        case complete([UInt8], consumed: Int)
    }

    private enum Stop: Error {
        case waiting, refused
    }

    private let input: [UInt8]
    private var position = 0

    static func read(_ input: [UInt8], limit: Int, _ limits: Limits) -> Outcome {
        var reader = NaiveChunked(input: input)
        do {
            let content = try reader.content(limit, limits)
            return .complete(content, consumed: reader.position)
        } catch {
            return (error as? Stop) == .waiting ? .waiting : .refused
        }
    }

    private init(input: [UInt8]) { self.input = input }

    private mutating func content(_ limit: Int, _ limits: Limits) throws -> [UInt8] {
        var content: [UInt8] = []
        var extensionBudget = limits.chunkExtensions
        while true {
            let size = try size(atMost: limit - content.count)
            try skipExtensions(&extensionBudget)
            try take("\r\n")
            if size == 0 { break }
            guard position + size <= input.count else { throw Stop.waiting }
            content += input[position..<(position + size)]
            position += size
            try take("\r\n")
        }
        try skipTrailers(budget: limits.trailerSection)
        return content
    }

    private mutating func size(atMost most: Int) throws -> Int {
        let digits = input[position...].prefix { NaiveGrammar.hexadecimal.contains($0) }
        let significant = digits.drop { $0 == 0x30 }
        let value =
            significant.isEmpty ? 0 : significant.count > 15 ? Int.max : Int(NaiveGrammar.text(significant), radix: 16)
        guard digits.count <= 16, let value, value <= most else { throw Stop.refused }
        position += digits.count
        guard !digits.isEmpty else { throw position < input.count ? Stop.refused : Stop.waiting }
        return value
    }

    /// `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`, up to the CR. Every byte after the first
    /// counts towards the limit, including the CR.
    private mutating func skipExtensions(_ budget: inout Int) throws {
        let start = position
        let most = budget
        func byte() throws -> UInt8 {
            let byte = try peek()
            guard position - start <= most else { throw Stop.refused }
            return byte
        }
        func skipBlanks() throws {
            while try [0x20, 0x09].contains(byte()) { position += 1 }
        }
        func skipToken() throws {
            guard try NaiveGrammar.token.contains(byte()) else { throw Stop.refused }
            while try NaiveGrammar.token.contains(byte()) { position += 1 }
        }
        func skipQuoted() throws {
            position += 1
            while try byte() != UInt8(ascii: "\"") {
                if try byte() == UInt8(ascii: "\\") { position += 1 }
                let inner = try byte()
                guard inner == 0x09 || (inner >= 0x20 && inner != 0x7F) else { throw Stop.refused }
                position += 1
            }
            position += 1
        }
        while true {
            if try byte() == 0x0D { break }
            try skipBlanks()
            guard try byte() == UInt8(ascii: ";") else { throw Stop.refused }
            position += 1
            try skipBlanks()
            try skipToken()
            let nameEnd = position
            try skipBlanks()
            guard try byte() == UInt8(ascii: "=") else {
                // The whitespace belongs to the next ";".
                position = nameEnd
                continue
            }
            position += 1
            try skipBlanks()
            if try byte() == UInt8(ascii: "\"") { try skipQuoted() } else { try skipToken() }
        }
        budget -= position - start
    }

    /// Every byte except the last counts towards the limit.
    private mutating func skipTrailers(budget: Int) throws {
        let start = position
        func held(_ end: Int) throws {
            if end - start > budget { throw Stop.refused }
        }
        while try peek() != 0x0D {
            let name = input[position...].prefix { NaiveGrammar.token.contains($0) }
            try held(name.endIndex)
            position = name.endIndex
            let isColon = try peek() == UInt8(ascii: ":")
            try held(position + 1)
            guard !name.isEmpty, isColon else { throw Stop.refused }
            position += 1
            let value = input[position...].prefix { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
            try held(value.endIndex)
            position = value.endIndex
            for byte in "\r\n".utf8 {
                let found = try peek()
                try held(position + 1)
                guard found == byte else { throw Stop.refused }
                position += 1
            }
        }
        try held(position + 1)
        try take("\r\n")
    }

    private func peek() throws -> UInt8 {
        guard position < input.count else { throw Stop.waiting }
        return input[position]
    }

    private mutating func take(_ expected: String) throws {
        for byte in expected.utf8 {
            guard try peek() == byte else { throw Stop.refused }
            position += 1
        }
    }
}
