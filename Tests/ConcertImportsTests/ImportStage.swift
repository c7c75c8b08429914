import ConcertEditing
import ConcertImports
import HTTP
import TestSupport
import Web
import WebTestSupport

/// A draft with one piece of four measures behind the real pipeline, created by the API.
struct ImportStage {
    let stage: RouteStage
    let concert = "an-evening"
    let piece: String
    let track: String

    /// The path of the piece.
    var path: String { "/api/v1/admin/pieces/\(piece)" }
    var imports: String { path + "/imports" }

    static func with(_ body: (ImportStage) async throws -> Void) async throws {
        try await RouteStage.with(routes: { database, _ in
            ConcertEditingRoutes(database: database).routes + ConcertImportRoutes(database: database).routes
        }) { try await body(ImportStage($0)) }
    }

    private init(_ stage: RouteStage) async throws {
        self.stage = stage
        _ = await stage.send(
            .post, "/api/v1/admin/concerts", #"{"title": "An Evening", "date": "2027-01-31"}"#, as: .editor)
        let piece = await stage.send(
            .post, "/api/v1/admin/concerts/an-evening/pieces",
            #"{"composer": "Strauss", "work": "Don Juan", "movement": "Don Juan"}"#, as: .editor)
        guard let id = piece["id"] as? String else { throw StageFailure.notMade(status: piece.status, piece.text) }
        self.piece = id
        let path = "/api/v1/admin/pieces/\(id)"
        let measures = (1...4).map { #"{"startMs": \#($0 * 1000), "printed": "\#($0)", "pass": 1}"# }
        _ = await stage.send(
            .put, path + "/measures",
            #"{"measures": [\#(measures.joined(separator: ","))], "end": {"measure": 4, "startMs": 5000}}"#, as: .editor
        )
        _ = await stage.send(
            .post, path + "/sections", #"{"measure": 1, "label": "Theme", "colour": "orange"}"#, as: .editor)
        let track = await stage.send(.post, path + "/tracks", #"{"name": "The Music"}"#, as: .editor)
        guard let id = track["id"] as? String else { throw StageFailure.notMade(status: track.status, track.text) }
        self.track = id
        _ = await stage.send(
            .post, path + "/tracks/\(id)/annotations", #"{"measure": 4, "text": "It ends."}"#, as: .editor)
    }

    /// Sends a file into the piece.
    func send(
        _ text: String, _ query: String = "", _ fields: Fields = [:], as role: Role? = .editor, at host: String = "here"
    ) async -> StageAnswer {
        await send(bytes: Array(text.utf8), query, fields, as: role, at: host)
    }

    func send(
        bytes: [UInt8], _ query: String = "", _ fields: Fields = [:], as role: Role? = .editor,
        at host: String = "here"
    ) async -> StageAnswer {
        await stage.send(
            .post, imports + (query.isEmpty ? "" : "?" + query), body: bytes, as: role, at: host, fields)
    }

    /// The content of the piece, as the API returns it.
    func state() async -> [String] {
        var state: [String] = []
        for part in ["", "/measures", "/keys", "/sections", "/tracks", "/intensities", "/tracks/\(track)/annotations"] {
            let answer = await stage.send(.get, path + part, as: .editor)
            // The version increases with every change, including an undo.
            state.append(answer.text.replacing(#/"version": ?\d+/#, with: ""))
        }
        return state
    }

    /// The texts of the annotations of a track.
    func texts(track: String? = nil) async -> [String] {
        await stage.send(.get, path + "/tracks/\(track ?? self.track)/annotations", as: .editor)
            .objects("items").compactMap { $0["text"] as? String }
    }

    func objects(_ part: String, _ member: String) async -> [[String: Any]] {
        await stage.send(.get, path + "/" + part, as: .editor).objects(member)
    }
}

extension StageAnswer {
    /// The counts of a part of a report, as "added changed removed".
    func counts(_ part: String) -> String {
        let found = objects("parts").first { $0["part"] as? String == part }
        return ["added", "changed", "removed"].map { "\(found?[$0] as? Int ?? 0)" }.joined(separator: " ")
    }

    /// The lines of the faults of a dry run.
    var lines: [Int] { objects("faults").map { $0["line"] as? Int ?? 0 } }
    var tag: String { fields["ETag"] ?? "" }
    var id: String { self["id"] as? String ?? "" }
}

/// Files for tests.
enum ImportFiles {
    /// A score of five measures with a pickup, a repeat of measures 1 and 2, and marks A and B.
    static let musicXML = """
        <?xml version="1.0" encoding="UTF-8"?>
        <score-partwise version="4.0">
        <part-list><score-part id="P1"><part-name>Violin</part-name></score-part></part-list>
        <part id="P1">
        <measure number="0" implicit="yes">
        <attributes><divisions>1</divisions><key><fifths>-3</fifths></key><time><beats>4</beats><beat-type>4</beat-type></time></attributes>
        <note><rest/><duration>1</duration></note>
        </measure>
        <measure number="1">
        <barline location="left"><repeat direction="forward"/></barline>
        <direction><direction-type><rehearsal>A</rehearsal></direction-type></direction>
        <note><rest/><duration>4</duration></note>
        </measure>
        <measure number="2">
        <note><rest/><duration>4</duration></note>
        <barline location="right"><repeat direction="backward"/></barline>
        </measure>
        <measure number="3">
        <attributes><key><fifths>0</fifths></key></attributes>
        <direction><direction-type><rehearsal>B</rehearsal></direction-type></direction>
        <note><rest/><duration>4</duration></note>
        </measure>
        </part>
        </score-partwise>
        """

    static let measureMap = """
        [
         {"count": 1, "number": 1, "time_signature": "3/4"},
         {"count": 2, "number": 2, "time_signature": "3/4"},
         {"count": 3, "number": 3, "time_signature": "3/4"},
         {"count": 4, "number": 4, "time_signature": "3/4"},
         {"count": 5, "number": 5, "time_signature": "3/4"}
        ]
        """

    static let getData = """
        <?xml version="1.0"?>
        <concert><piece><name>Strauss, Don Juan: Don Juan</name><measures>4</measures>
        <track><name>NumSeconds</name>
        <page><time>0</time><measure>1</measure><text>0</text></page>
        <page><time>1.5</time><measure>2</measure><text>1.5</text></page>
        <page><time>3</time><measure>3</measure><text>3</text></page>
        <page><time>4.5</time><measure>4</measure><text>4.5</text></page>
        </track>
        <track><name>History</name>
        <page><time>0</time><measure>1</measure><text>First heard in Weimar.</text></page>
        </track>
        <track><name>Structure</name>
        <page><time>0</time><measure>1</measure><text>The Main Theme,255,127,50</text></page>
        <page><time>3</time><measure>3</measure><text>Again,gold</text></page>
        <page><time>6</time><measure>4</measure><text>END</text></page>
        </track>
        </piece></concert>
        """
}
