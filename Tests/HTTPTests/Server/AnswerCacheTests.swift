import Testing

@testable import HTTP

@Suite struct AnswerCacheTests {
    private let start = MonotonicTime(nanoseconds: 1_000)

    private func answer(_ name: String, keptFor: Double = 1) -> MemoryAnswer {
        MemoryAnswer(
            Representation(mediaType: "a/b", identity: Array(name.utf8), compress: false, lastModified: 0),
            label: AnswerLabel(route: name), keptFor: keptFor)
    }

    private func kept(_ cache: AnswerCache, _ host: String, _ target: String, at now: MonotonicTime) -> String? {
        Array(host.utf8).withUnsafeBufferPointer { host in
            Array(target.utf8).withUnsafeBufferPointer { target in
                cache.answer(host, target, at: now)?.label.route
            }
        }
    }

    private func keep(_ cache: inout AnswerCache, _ host: String, _ target: String, _ answer: MemoryAnswer) {
        Array(host.utf8).withUnsafeBufferPointer { host in
            Array(target.utf8).withUnsafeBufferPointer { target in cache.keep(answer, host, target, at: start) }
        }
    }

    @Test func theAnswerCacheComparesHostAndTargetSeparately() {
        var cache = AnswerCache(count: 1)
        keep(&cache, "ab", "/c", answer("one"))
        #expect(kept(cache, "ab", "/c", at: start) == "one")
        #expect(kept(cache, "ab/", "c", at: start) == nil)
        #expect(kept(cache, "a", "b/c", at: start) == nil)
        #expect(kept(cache, "", "ab/c", at: start) == nil)
        #expect(kept(cache, "ab", "/d", at: start) == nil)
    }

    @Test func aCachedResponseExpiresAfterItsTime() {
        var cache = AnswerCache()
        keep(&cache, "a", "/", answer("one", keptFor: 2))
        #expect(kept(cache, "a", "/", at: start + 1.9) == "one")
        #expect(kept(cache, "a", "/", at: start + 2) == nil)
        keep(&cache, "a", "/0", answer("not kept", keptFor: 0))
        #expect(kept(cache, "a", "/0", at: start) == nil)
    }

    @Test func aNewVersionOfTheDataClearsTheAnswerCache() {
        var cache = AnswerCache()
        cache.follow(1)
        keep(&cache, "a", "/", answer("one"))
        cache.follow(1)
        #expect(kept(cache, "a", "/", at: start) == "one")
        cache.follow(2)
        #expect(kept(cache, "a", "/", at: start) == nil)
    }

    @Test func aCachedResponseIsFoundOnlyByItsOwnTarget() {
        var cache = AnswerCache(count: 4096)
        let targets = (1...200).map { "/" + String(repeating: "x", count: $0) }
        for target in targets { keep(&cache, "host", target, answer(target)) }
        // Each slot holds one answer: some answers are evicted, but no answer is that of another target.
        let found = targets.filter { kept(cache, "host", $0, at: start) == $0 }
        let wrong = targets.filter { ![$0, nil].contains(kept(cache, "host", $0, at: start)) }
        #expect(found.count > 150)
        #expect(wrong.isEmpty)
    }

    @Test func theResponseToATooLongTargetIsNotCached() {
        var cache = AnswerCache()
        let target = "/" + String(repeating: "x", count: 5000)
        keep(&cache, "a", target, answer("one"))
        #expect(kept(cache, "a", target, at: start) == nil)
    }
}
