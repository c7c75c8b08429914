/// The name of a piece: composer, work and movement (spec I2, I4).
///
/// `description` is the canonical form of spec N4, `Composer, Work: Movement`, which identifies the piece in lists, XML, queries and packets.
public struct PieceName: Sendable, Hashable, CustomStringConvertible {
    public let work: Work
    /// The movement, such as "Mvt. 1", or the title of a work that has only one movement (spec N2).
    public let movement: String

    /// The longest name in bytes of UTF-8. Six escaped names fit into a request line, and one name into a datagram.
    public static let byteLimit = 300

    public init(work: Work, movement: String) {
        self.work = work
        self.movement = movement
    }

    public init(composer: String, work: String, movement: String) {
        self.init(work: Work(composer: composer, title: work), movement: movement)
    }

    public var description: String { "\(work.composer), \(work.title): \(movement)" }

    /// The folder in which phones of 2013 keep the piece: "POA" and the letters and digits of the name (spec N29).
    public var phoneFolder: String { "POA" + description.filter { $0.isLetter || $0.isNumber } }

    /// The normal form of the name (`key(of:)`).
    public var key: String { Self.key(of: description) }

    /// Returns the normal form by which names are compared (spec I1): letters and digits of any script, without case. Two names of one concert never
    /// have the same key (spec D7). O(length of the name).
    ///
    /// Swift compares keys by canonical equivalence; SQL compares bytes, so the database stores `normalize(key)`. Case is folded through upper case,
    /// so that "ß" equals "SS" and "ς" equals "σ".
    public static func key(of name: some StringProtocol) -> String {
        String(name.uppercased().lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The rules of spec D7 that the name breaks; empty for a valid name.
    public var problems: [ContentProblem] { faults.map(\.problem) }

    /// The rules of spec D7 that the name breaks, each at "/composer", "/work" or "/movement".
    public var faults: [PieceContent.Fault] {
        var faults = ContentProblem.all(in: work.composer, called: "composer").map {
            PieceContent.Fault("/composer", $0)
        }
        if work.composer.utf8.contains(UInt8(ascii: ",")) {
            faults.append(
                PieceContent.Fault(
                    "/composer",
                    ContentProblem(
                        "the composer \"\(work.composer)\" contains a comma",
                        fix: "write the composer without a comma, which separates composer and work")))
        }
        faults += ContentProblem.all(in: work.title, called: "work").map { PieceContent.Fault("/work", $0) }
        faults += ContentProblem.all(in: movement, called: "movement").map { PieceContent.Fault("/movement", $0) }
        if key.isEmpty {
            faults.append(
                PieceContent.Fault(
                    "/work",
                    ContentProblem(
                        "the name contains no letters or digits", fix: "give the work a name with letters or digits")))
        }
        if description.utf8.count > Self.byteLimit {
            faults.append(
                PieceContent.Fault(
                    "/movement",
                    ContentProblem(
                        "the name is \(description.utf8.count) bytes long",
                        fix: "shorten the name to at most \(Self.byteLimit) bytes")))
        }
        return faults
    }
}

extension ContentProblem {
    /// Returns the rules that a part of a name breaks (spec D7). The separators of the list (`;`), of a message packet (`|`), of a query (`&`) and
    /// of the name itself (`: `) are forbidden.
    static func all(in part: String, called what: String) -> [ContentProblem] {
        guard !part.isEmpty else { return [ContentProblem("the \(what) is empty", fix: "name the \(what)")] }
        var problems: [ContentProblem] = []
        for mark in [";", "|", ": "] where part.contains(mark) {
            problems.append(
                ContentProblem(
                    "the \(what) \"\(part)\" contains \"\(mark)\"",
                    fix: "write the \(what) without \"\(mark)\", which is a reserved separator"))
        }
        if part.utf8.contains(UInt8(ascii: "&")) {
            let suggestion = part.split(separator: "&", omittingEmptySubsequences: false)
                .map { $0.trimmingSpaces }.joined(separator: " and ")
            problems.append(
                ContentProblem(
                    "the \(what) \"\(part)\" contains \"&\", which the iNotes app sends unescaped in requests",
                    fix: "write \"\(suggestion)\""))
        }
        if part.holdsControlCharacters {
            problems.append(
                ContentProblem("the \(what) contains a control character", fix: "retype the \(what) on one line"))
        }
        if part.first?.isWhitespace == true || part.last?.isWhitespace == true {
            problems.append(
                ContentProblem("the \(what) \"\(part)\" begins or ends with a space", fix: "remove the space"))
        }
        return problems
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension StringProtocol {
    /// Whether the text contains a control character, a line or paragraph separator, U+FEFF, or a code point that ends in FFFE or FFFF.
    package var holdsControlCharacters: Bool {
        unicodeScalars.contains { scalar in
            // Most characters are printable ASCII, for which the Unicode tables need not be read.
            if (0x20...0x7E).contains(scalar.value) { return false }
            return switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: scalar.value == 0xFEFF || scalar.value & 0xFFFE == 0xFFFE
            }
        }
    }
}
