import Foundation
import HTTP
import Synchronization

/// The account's changes and the valid refresh tokens, as lines of a file, so that a restarted demonstration keeps its
/// state and its connection. Access tokens are not stored: they are refused after a restart and then renewed.
final class StandInJournal: Sendable {
    /// A line of the file.
    struct Entry: Codable {
        /// A change that was accepted.
        var method: String?
        var target: String?
        var body: String?
        /// An issued refresh token (`given`), or a used refresh token (`spent`).
        var given: String?
        var spent: String?
    }

    private let handle: Mutex<FileHandle>
    /// The entries of earlier processes.
    let entries: [Entry]

    /// Opens the file or creates it. An incomplete last line, left by a killed process, is ignored.
    init(_ path: String) throws {
        let kept = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let all = kept.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Entry.self, from: Data($0.utf8))
        }
        let spent = Set(all.compactMap(\.spent))
        entries = all.filter { $0.spent == nil && !($0.given.map(spent.contains) ?? false) }
        // Writes the file without ineffective entries, so that it does not grow without limit.
        let text = try entries.map { try Self.line($0) }.joined()
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        self.handle = Mutex(handle)
    }

    func write(_ entry: Entry) {
        guard let line = try? Self.line(entry) else { return }
        handle.withLock { try? $0.write(contentsOf: Data(line.utf8)) }
    }

    private static func line(_ entry: Entry) throws -> String {
        String(decoding: try JSONEncoder().encode(entry), as: UTF8.self) + "\n"
    }
}

extension StandIn {
    /// Applies the entries of a journal and then continues to write to it.
    static func replay(_ journal: StandInJournal, in state: inout State) {
        for entry in journal.entries {
            if let token = entry.given { state.tokens.restore(refresh: token) }
            guard let method = entry.method.flatMap(HTTP.Method.init(named:)), let target = entry.target else {
                continue
            }
            var api = StandInAPI(world: state.world, address: "")
            let body = entry.body.map { Array($0.utf8) } ?? []
            _ = api.respond(
                to: Request(method: method, path: target, query: nil, authority: nil, fields: [:], body: body))
            state.world = api.world
        }
    }
}

extension HTTP.Method {
    /// The methods that change something.
    fileprivate init?(named name: String) {
        switch name {
        case "PUT": self = .put
        case "POST": self = .post
        case "DELETE": self = .delete
        default: return nil
        }
    }
}
