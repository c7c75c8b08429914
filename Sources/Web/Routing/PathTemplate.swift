/// The segments of a route's path template, such as "/api/v1/shows/{show}".
struct PathTemplate: Sendable, Hashable {
    enum Segment: Sendable, Hashable {
        case literal([UInt8])
        case parameter(String)
        /// A tail, "{name...}", at the end of a template. It matches one or more segments, none of them empty.
        case tail(String)
    }

    let segments: [Segment]

    init(_ path: String) throws(RouteFault) {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw RouteFault(path: path, reason: "a path must be printable ASCII without spaces and begin with a slash")
        }
        var segments: [Segment] = []
        var names: Set<String> = []
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let segment = try Self.segment(part, of: path)
            if let name = segment.name, !names.insert(name).inserted {
                throw RouteFault(path: path, reason: "the parameter \(name) occurs twice")
            }
            if case .tail = segment, index != parts.count - 1 {
                throw RouteFault(path: path, reason: "a tail must be the last segment")
            }
            segments.append(segment)
        }
        self.segments = segments
    }

    private static func segment(_ part: Substring, of path: String) throws(RouteFault) -> Segment {
        guard part.first == "{" else {
            if part.contains(where: { "{}%?#\\".contains($0) }) || part == "." || part == ".." {
                throw RouteFault(path: path, reason: "\"\(part)\" is neither a plain segment nor a parameter")
            }
            return .literal(Array(part.utf8))
        }
        let isTail = part.hasSuffix("...}")
        let name = String(part.dropFirst().dropLast(isTail ? 4 : 1))
        let isName = name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        guard part.last == "}", !name.isEmpty, isName else {
            throw RouteFault(path: path, reason: "\"\(part)\" is not {name} or {name...} with letters only")
        }
        return isTail ? .tail(name) : .parameter(name)
    }
}

extension PathTemplate.Segment {
    var name: String? {
        switch self {
        case .literal: nil
        case .parameter(let name), .tail(let name): name
        }
    }
}

/// A mistake in the program's route table, found when the router is created at the start.
public struct RouteFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let path: String
    public let reason: String

    public var description: String { "route \(path): \(reason)" }
}
