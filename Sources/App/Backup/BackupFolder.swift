import Foundation

/// A folder of backups, of which `rotate` keeps only the newest.
public struct BackupFolder: Sendable {
    /// The path of the folder.
    public let path: String
    /// The number of backups to keep, at least 1.
    public let kept: Int

    /// Creates a reference to an existing folder, without accessing the folder.
    public init(path: String, kept: Int) {
        self.path = path
        self.kept = kept
    }

    /// Returns the path of a new backup, such as `tutti-20260501T031500Z.tar`, with the time in UTC. Names sort in the order of their times.
    public func file(at now: Date = .now) -> String {
        let parts = Calendar.utc.dateComponents([.year, .month, .day, .hour, .minute, .second], from: now)
        func digits(_ number: Int?, _ count: Int = 2) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(parts.year, 4) + digits(parts.month) + digits(parts.day)
        return "\(path)/tutti-\(day)T\(digits(parts.hour) + digits(parts.minute) + digits(parts.second))Z.tar"
    }

    /// Removes all backups except the newest `kept`, at least one, and returns the names of the removed files, oldest first. Other files stay. Throws
    /// if the folder cannot be read or a file cannot be removed; older files may then be removed already. Call this method after a new backup has
    /// been verified, so that a failed backup removes nothing.
    public func rotate() throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter(Self.isBackupName).sorted()
        let old = names.dropLast(max(1, kept))
        for name in old { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
        return Array(old)
    }

    private static func isBackupName(_ name: String) -> Bool {
        guard name.hasPrefix("tutti-"), name.hasSuffix("Z.tar") else { return false }
        let time = name.dropFirst(6).dropLast(5)
        return time.count == 15 && time.enumerated().allSatisfy { $0 == 8 ? $1 == "T" : $1.isASCII && $1.isNumber }
    }
}

extension Calendar {
    fileprivate static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
