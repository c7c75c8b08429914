import Foundation
import Web

/// The file `programme.json` with the pieces of the programme, and the folders of their tables.
struct Manifest {
    static let name = "programme.json"
    static let byteLimit = 1 << 20

    let title: String
    let pieces: [Entry]

    /// The entry of one piece in the manifest, with the members that could be read. The members after `recording` are `nil` if they are missing or
    /// invalid. All of them except `tracks` are only compared with the tables.
    struct Entry {
        let line: Int
        /// The name of the piece, incomplete if `isNamed` is `false`.
        let name: PieceName
        let isNamed: Bool
        let folder: String
        let recording: String
        let measureCount: Located<Int>?
        let end: Located<RecordingTime>?
        let repeatsPlayed: Located<Bool>?
        let pictures: Located<[String]>?
        /// The languages and levels of the tracks in the table of annotations.
        let tracks: Located<[Track]>?
    }

    /// A track with its language and level, which are not columns of the table of annotations.
    struct Track {
        let name: String
        let language: String?
        let level: AnnotationTrack.Level?

        /// Creates the track from `{"name": …, "language": …, "level": …}`, where the language and the level are optional; `nil` if the name is
        /// missing or a member is invalid.
        init?(_ json: JSONNode) {
            guard let name = json.member("name")?.text else { return nil }
            self.name = name
            language = json.member("language")?.text
            level = json.member("level")?.text.flatMap(AnnotationTrack.Level.init)
            let isTag = language?.wholeMatch(of: #/[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/#) != nil
            if json.member("language") != nil, !isTag || (language?.utf8.count ?? 0) > 100 { return nil }
            if json.member("level") != nil, level == nil { return nil }
        }

        /// Returns the texts of an invalid entry for an error message.
        static func shown(_ json: JSONNode) -> String {
            let members = ["name", "language", "level"].compactMap { name in
                json.member(name)?.text.map { text in "\"\(name)\": \"\(text.prefix(100))\"" }
            }
            return members.isEmpty ? "no texts" : members.joined(separator: ", ")
        }
    }

    /// A value with its line in the manifest.
    struct Located<Value> {
        let line: Int
        let value: Value
    }

    /// Creates the manifest from the valid parts of the JSON `document`, and adds a fault for each invalid part; `nil` if the JSON is invalid or has
    /// no pieces.
    init?(_ document: [UInt8], findings: inout Findings) {
        let root: JSONNode
        do {
            root = try JSONNode(document)
        } catch {
            findings.fault(
                Self.name, line: error.line, "the JSON cannot be read: \(error.reason)", fix: "correct the file")
            return nil
        }
        let reader = ManifestReader(root, what: "the manifest")
        title = reader.text("title", findings: &findings) ?? ""
        if title.holdsControlCharacters {
            findings.fault(
                Self.name, line: root.line, "the title contains a control character", fix: "retype the title")
        }
        guard let pieces = reader.member("pieces")?.array, !pieces.isEmpty else {
            findings.fault(
                Self.name, line: reader.member("pieces")?.line ?? root.line, "the list \"pieces\" is missing or empty",
                fix: "list the pieces under \"pieces\", in concert order")
            return nil
        }
        self.pieces = pieces.enumerated().compactMap { index, json in
            Entry(ManifestReader(json, what: "piece \(index + 1)"), findings: &findings)
        }
        checkUnique(&findings)
        checkSpellings(&findings)
    }

    /// Adds a fault for each piece that has the folder of an earlier piece, or a name with the same normal form (spec D7).
    private func checkUnique(_ findings: inout Findings) {
        var names: [PieceName] = []
        var folders: Set<String> = []
        for piece in pieces {
            if piece.isNamed {
                if let problem = piece.name.duplicate(among: names) {
                    findings.fault(Self.name, line: piece.line, problem.reason, fix: problem.fix)
                }
                names.append(piece.name)
            }
            if !folders.insert(piece.folder).inserted {
                findings.fault(
                    Self.name, line: piece.line, "the folder \"\(piece.folder)\" is also used by another piece",
                    fix: "give each piece a folder of its own")
            }
        }
    }
}

extension Manifest {
    /// Adds a fault for each work that an earlier piece spells differently (spec N2), and a notice for each composer that an earlier piece spells
    /// differently.
    private func checkSpellings(_ findings: inout Findings) {
        var works: [Work] = []
        var composers: [String: String] = [:]
        for piece in pieces where piece.isNamed {
            let work = piece.name.work
            let misspelling = work.misspelling(among: works)
            works.append(work)
            let composer = composers[PieceName.key(of: work.composer)]
            composers[PieceName.key(of: work.composer)] = composer ?? work.composer
            if let misspelling {
                findings.fault(Self.name, line: piece.line, misspelling.reason, fix: misspelling.fix)
            } else if let composer, !composer.utf8.elementsEqual(work.composer.utf8) {
                findings.notice(
                    Self.name, line: piece.line,
                    "the composer \"\(work.composer)\" is written \"\(composer)\" above; "
                        + "use one spelling")
            }
        }
    }
}

extension Manifest.Entry {
    fileprivate init?(_ reader: ManifestReader, findings: inout Findings) {
        let composer = reader.name("composer", findings: &findings)
        let work = reader.name("work", findings: &findings)
        let movement = reader.name("movement", findings: &findings)
        let written = reader.name("name", findings: &findings)
        let folder = reader.text("data", findings: &findings)
        guard let folder else { return nil }

        line = reader.line("name")
        name = PieceName(composer: composer ?? "", work: work ?? "", movement: movement ?? "")
        isNamed = composer != nil && work != nil && movement != nil && written != nil
        self.folder = folder
        recording = reader.member("recording")?.text ?? ""
        if recording.holdsControlCharacters {
            findings.fault(
                Manifest.name, line: reader.line("recording"), "\"recording\" contains a control character",
                fix: "retype the text")
        }
        if !MediaFile.isSafe(name: folder) {
            findings.fault(
                Manifest.name, line: reader.line("data"), "\"\(folder)\" is not a plain folder name",
                fix: "name a folder next to \(Manifest.name); use at most 105 ASCII letters, digits, \"_\", \"-\" and "
                    + "\".\", and begin with a letter, digit or \"_\"")
        }
        measureCount = reader.optional("measures", "a whole number", findings: &findings) { json in
            json.numberText.flatMap { Int($0) }
        }
        end = reader.optional(
            "end_seconds", "a number from 0 to 86400 with at most 3 decimal places", findings: &findings
        ) { json in
            json.numberText.flatMap(RecordingTime.init(decimalSeconds:))
        }
        repeatsPlayed = reader.optional("repeats_played", "true or false", findings: &findings, \.flag)
        pictures = reader.optional("pictures", "a list of file names", findings: &findings) { json in
            guard let names = json.array?.map(\.text), !names.contains(nil) else { return nil }
            return names.compactMap { $0 }
        }
        let levels = SentenceFormat.choice(AnnotationTrack.Level.allCases.map(\.rawValue))
        let wrongTrack = reader.member("tracks")?.array?.firstIndex { Manifest.Track($0) == nil }
        tracks = reader.optional(
            "tracks",
            "a list of objects, each with a \"name\" and optionally a \"language\" (such as \"en\" or \"de-AT\") and a \"level\" (\(levels))",
            found: wrongTrack.flatMap { index in
                reader.member("tracks")?.array.map { "entry \(index + 1): \(Manifest.Track.shown($0[index]))" }
            },
            findings: &findings
        ) { json in
            guard let tracks = json.array?.map(Manifest.Track.init), !tracks.contains(where: { $0 == nil }) else {
                return nil
            }
            return tracks.compactMap { $0 }
        }
        if isNamed, let written { checkName(against: written, &findings) }
    }

    private func checkName(against written: String, _ findings: inout Findings) {
        for problem in name.problems {
            findings.fault(Manifest.name, line: line, problem.reason, fix: problem.fix)
        }
        if !written.utf8.elementsEqual(name.description.utf8) {
            findings.fault(
                Manifest.name, line: line, "the name is \"\(written)\", but its parts make \"\(name)\"",
                fix: "write the name as \"Composer, Work: Movement\", or correct the parts")
        }
    }
}

private struct ManifestReader {
    private let json: JSONNode
    private let what: String

    init(_ json: JSONNode, what: String) {
        self.json = json
        self.what = what
    }

    func member(_ name: String) -> JSONNode? { json.member(name) }

    func line(_ name: String) -> Int { member(name)?.line ?? json.line }

    func text(_ name: String, findings: inout Findings) -> String? {
        if let text = member(name)?.text, !text.isEmpty { return text }
        findings.fault(
            Manifest.name, line: line(name), "\(what) has no text for \"\(name)\"",
            fix: "add \"\(name)\": \"…\"")
        return nil
    }

    /// Returns a part of a name in composed letters (Unicode normalization form C), because phones distinguish two encodings of one letter. Adds a
    /// notice if the letters were decomposed. Adds a fault and returns `nil` if the part is missing or empty.
    func name(_ name: String, findings: inout Findings) -> String? {
        guard let text = text(name, findings: &findings) else { return nil }
        let composed = text.precomposedStringWithCanonicalMapping
        if !composed.utf8.elementsEqual(text.utf8) {
            findings.notice(
                Manifest.name, line: line(name),
                "\"\(composed)\" is written in decomposed letters and will be stored in composed letters")
        }
        return composed
    }

    func optional<Value>(
        _ name: String, _ kind: String, found: String? = nil, findings: inout Findings, _ read: (JSONNode) -> Value?
    ) -> Manifest.Located<Value>? {
        guard let member = member(name) else { return nil }
        guard let value = read(member) else {
            let shown = found ?? member.text.map { "\"\($0.prefix(100))\"" } ?? member.numberText
            findings.fault(
                Manifest.name, line: member.line,
                "\"\(name)\" of \(what) is not \(kind)\(shown.map { ", found \($0)" } ?? "")",
                fix: "write \(kind), or omit \"\(name)\"")
            return nil
        }
        return Manifest.Located(line: member.line, value: value)
    }
}
