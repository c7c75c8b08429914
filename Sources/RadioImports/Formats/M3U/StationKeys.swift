/// The selection of a key for each entry in a station list. No key contains a position, so a later import of the list in another order gives the same
/// keys.
///
/// A guide ID (`tvg-id`) identifies a guide, which the regions of a station share, although each region is a channel:
///
/// - An entry without a guide ID is identified by its address.
/// - An entry with a unique guide ID is identified by the ID, so its name and address may change.
/// - Entries that share a guide ID are identified by ID and name. The second and later entries with the same ID and name are identified by ID, name
///   and address.
///
/// An entry with a guide ID that matches a channel of an earlier import gets the key of that channel, so a second import of the same list changes
/// nothing. An entry matches the channel of its ID with the same name and address, or else the same name, or else the same address. An entry with a
/// unique ID also matches the channel whose key is the ID.
struct StationKeys {
    private let known: KnownChannels
    private let sortedKeys: [String]

    init(known: KnownChannels) {
        self.known = known
        sortedKeys = known.channels.keys.sorted()
    }

    /// Returns the key of each entry, in order. O(n log n) in the number of entries and known channels, if few of them share both ID and name.
    func keys(of entries: [StationEntry]) -> [String] {
        var keys = entries.map { DraftText.key($0.addresses.first ?? "") }
        var groups: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() where !entry.guideID.isEmpty {
            groups[entry.guideID, default: []].append(index)
        }
        for (id, group) in groups { assign(group, of: entries, id: id, to: &keys) }
        return keys
    }

    private func assign(_ group: [Int], of entries: [StationEntry], id: String, to keys: inout [String]) {
        let plain = DraftText.key(id)
        var open = Dictionary(uniqueKeysWithValues: channels(of: id, plain).map { ($0.key, $0) })
        var (byName, byBearer): ([String: [String]], [String: String]) = ([:], [:])
        for key in open.keys.sorted() {
            guard let channel = open[key] else { continue }
            byName[channel.name, default: []].append(key)
            for bearer in channel.bearers { byBearer[bearer] = key }
        }
        var free = group
        func claim(_ key: (StationEntry) -> String?) {
            free = free.filter { index in
                guard let key = key(entries[index]), open.removeValue(forKey: key) != nil else { return true }
                keys[index] = key
                return false
            }
        }
        let heard: (StationEntry) -> String? = { $0.addresses.lazy.compactMap { byBearer[$0] }.first }
        claim { entry in heard(entry).flatMap { known.channels[$0]?.name == entry.shownName ? $0 : nil } }
        claim { entry in
            guard let last = byName[entry.shownName]?.firstIndex(where: { open[$0] != nil }) else { return nil }
            defer { byName[entry.shownName]?.removeFirst(last + 1) }
            return byName[entry.shownName]?[last]
        }
        claim(heard)
        if group.count == 1 { claim { _ in plain } }
        let left = Set(free)
        var used = Set(group.filter { !left.contains($0) }.map { keys[$0] })
        for index in free {
            let entry = entries[index]
            let name = "\(id)|\(entry.shownName.lowercased())"
            var key = group.count == 1 ? plain : DraftText.key(name)
            var number = 1
            while used.contains(key) || known.channels[key] != nil {
                let address = "\(name)|\(entry.addresses.first ?? "")"
                key = DraftText.key(number == 1 ? address : "\(address)|\(number)")
                number += 1
            }
            used.insert(key)
            keys[index] = key
        }
    }

    private func channels(of id: String, _ plain: String) -> [KnownChannels.Channel] {
        let prefix = "\(plain)|"
        var (low, high) = (0, sortedKeys.count)
        while low < high {
            let middle = (low + high) / 2
            if sortedKeys[middle] < prefix { low = middle + 1 } else { high = middle }
        }
        let shared = sortedKeys[low...].prefix { $0.hasPrefix(prefix) }.compactMap { known.channels[$0] }
        return (known.channels[plain].map { [$0] } ?? []) + shared
    }
}
