import Foundation
import HTTP
import Synchronization

/// What the account did in the stand-in and which refresh tokens are good, as lines of a file: a demonstration goes on where it
/// was, and the connection of whoever runs it lasts. Access tokens are not kept: they are refused, and renewed.
final class StandInJournal: Sendable {
    /// A line.
    struct Entry: Codable {
        /// A change that was accepted.
        var method: String?
        var target: String?
        var body: String?
        /// A refresh token that was given out, and one that was used.
        var given: String?
        var spent: String?
    }

    private let handle: Mutex<FileHandle>
    /// What was written before.
    let entries: [Entry]

    /// Opens the file, and makes it where there is none. A line that was cut off by the end of a process counts for nothing.
    init(_ path: String) throws {
        let kept = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let all = kept.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Entry.self, from: Data($0.utf8))
        }
        let spent = Set(all.compactMap(\.spent))
        entries = all.filter { $0.spent == nil && !($0.given.map(spent.contains) ?? false) }
        // Without what came to nothing, so that it does not grow for ever.
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
    /// Does again what a journal says, and goes on writing it.
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
    /// Of what changes something.
    fileprivate init?(named name: String) {
        switch name {
        case "PUT": self = .put
        case "POST": self = .post
        case "DELETE": self = .delete
        default: return nil
        }
    }
}
