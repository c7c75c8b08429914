import Testing

@testable import RadioImports

/// The keys of channels when a list changes between two imports.
struct StationKeysTests {
    private func entry(_ name: String, _ address: String, id: String = "wdr") -> StationEntry {
        var entry = StationEntry()
        (entry.name, entry.addresses, entry.guideID) = (name, [address], id)
        return entry
    }

    private func known(_ channels: (key: String, name: String, bearer: String)...) -> KnownChannels {
        var known = KnownChannels()
        for channel in channels { known.add(key: channel.key, name: channel.name, bearer: channel.bearer) }
        return known
    }

    @Test func anEntryIsIdentifiedByItsAddressItsGuideIDOrItsGuideIDAndName() {
        let keys = StationKeys(known: KnownChannels()).keys(of: [
            entry("No guide", "https://a.example/0", id: ""), entry("Alone", "https://a.example/1", id: "alone"),
            entry("Bonn", "https://a.example/2"), entry("Köln", "https://a.example/3"),
        ])
        #expect(keys == ["https://a.example/0", "alone", "wdr|bonn", "wdr|köln"])
    }

    @Test func theKeysOfKnownEntriesDoNotDependOnTheOrderOfTheList() {
        let first = [entry("Bonn", "https://a.example/1"), entry("Bonn", "https://a.example/2")]
        let keys = StationKeys(known: KnownChannels()).keys(of: first)
        let known = known((keys[0], "Bonn", "https://a.example/1"), (keys[1], "Bonn", "https://a.example/2"))
        #expect(StationKeys(known: known).keys(of: first) == keys)
        #expect(StationKeys(known: known).keys(of: first.reversed()) == keys.reversed())
    }

    /// An earlier version made one channel of all entries with the same identifier, with the first name and all
    /// addresses.
    @Test func aSharedKeyIsKeptByTheEntryWithTheNameOfTheChannel() {
        var known = known(("wdr", "Bonn", "https://a.example/1"))
        known.add(key: "wdr", name: "Bonn", bearer: "https://a.example/2")
        let entries = [entry("Köln", "https://a.example/2"), entry("Bonn", "https://a.example/1")]
        #expect(StationKeys(known: known).keys(of: entries) == ["wdr|köln", "wdr"])
    }

    @Test func anEntryKeepsItsKeyWhenAnotherEntryGetsTheSameGuideID() {
        let known = known(("wdr", "Bonn", "https://a.example/1"))
        let keys = StationKeys(known: known).keys(of: [
            entry("Köln", "https://a.example/2"), entry("Bonn", "https://a.example/new"),
        ])
        #expect(keys == ["wdr|köln", "wdr"])
    }

    @Test func aRenamedEntryWithTheSameAddressKeepsItsKey() {
        let known = known(("wdr|bonn", "Bonn", "https://a.example/1"), ("wdr|köln", "Köln", "https://a.example/2"))
        let keys = StationKeys(known: known).keys(of: [
            entry("Bonn at Christmas", "https://a.example/1"), entry("Köln", "https://a.example/2"),
        ])
        #expect(keys == ["wdr|bonn", "wdr|köln"])
    }

    @Test func theOnlyEntryOfAGuideIDKeepsItsKeyWithANewNameAndAddress() {
        let keys = StationKeys(known: known(("wdr", "Bonn", "https://a.example/1"))).keys(of: [
            entry("WDR", "https://b.example/9")
        ])
        #expect(keys == ["wdr"])
    }

    @Test func theLastRemainingEntryOfASharedGuideIDKeepsItsKey() {
        let known = known(("wdr|bonn", "Bonn", "https://a.example/1"), ("wdr|köln", "Köln", "https://a.example/2"))
        #expect(StationKeys(known: known).keys(of: [entry("Köln", "https://a.example/2")]) == ["wdr|köln"])
    }

    @Test func noTwoEntriesHaveTheSameKey() {
        let known = known(("wdr|bonn", "Renamed here", "https://a.example/7"))
        let entries = (0..<50).map { entry($0 % 2 == 0 ? "Bonn" : "bonn", "https://a.example/\($0)") }
        let keys = StationKeys(known: known).keys(of: entries)
        #expect(Set(keys).count == 50 && keys[7] == "wdr|bonn")
    }
}
