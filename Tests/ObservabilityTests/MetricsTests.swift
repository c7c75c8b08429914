import Dispatch
import Glibc
import Observability
import Synchronization
import Testing

@Suite struct MetricsTests {
    @Test func anExternalHistogramIsReadWhenMetricsAreRendered() {
        let registry = MetricsRegistry()
        registry.counter("process_cpu_seconds_total", "Processor time.") { 1.25 }
        registry.histogram("tutti_db_pool_wait_seconds", "Waits.", bounds: [0.1]) {
            HistogramReading(cumulativeCounts: [2, 3], sum: 0.75)
        }
        #expect(
            registry.render() == """
                # HELP process_cpu_seconds_total Processor time.
                # TYPE process_cpu_seconds_total counter
                process_cpu_seconds_total 1.25
                # HELP tutti_db_pool_wait_seconds Waits.
                # TYPE tutti_db_pool_wait_seconds histogram
                tutti_db_pool_wait_seconds_bucket{le="0.1"} 2
                tutti_db_pool_wait_seconds_bucket{le="+Inf"} 3
                tutti_db_pool_wait_seconds_sum 0.75
                tutti_db_pool_wait_seconds_count 3

                """)
    }

    @Test func memoryThreadsAndDescriptorsOfTheProcessAreRead() throws {
        let facts = ProcessFacts.read()
        #expect(facts.residentBytes > 0)
        #expect(facts.virtualBytes >= facts.residentBytes)
        #expect(facts.threads > 0)
        let open = try #require(facts.openDescriptors)
        #expect(open > 0)
        if let limit = facts.descriptorLimit { #expect(open <= limit) }
        #expect(ProcessFacts.startTime > 1_500_000_000)
    }

    @Test func openDescriptorsAreCounted() throws {
        let opened = (0..<100).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { for descriptor in opened { close(descriptor) } }
        #expect(!opened.contains(-1))
        #expect(try #require(ProcessFacts.read().openDescriptors) > 100)
    }

    @Test func metricsAreRenderedInThePrometheusFormat() {
        let registry = MetricsRegistry()
        registry.counter(
            "tutti_http_requests_total", "Requests answered.",
            labels: ["route": "/live", "method": "GET", "code": "200"]
        )
        .increment(by: 3)
        registry.counter(
            "tutti_http_requests_total", "Requests answered.", labels: ["route": "/", "method": "GET", "code": "404"]
        )
        .increment()
        registry.gauge("tutti_emitter_epoch", "The epoch held.", labels: ["tenant": "joy"]).set(4)
        registry.gauge("tutti_db_pool_connections", "Connections.", labels: ["state": "idle"]) { 2.5 }
        let histogram = registry.histogram("tutti_wait_seconds", "Waits.", bounds: [0.1, 1])
        for value in [0.05, 0.1, 0.5, 7] { histogram.observe(value) }
        #expect(
            registry.render() == """
                # HELP tutti_db_pool_connections Connections.
                # TYPE tutti_db_pool_connections gauge
                tutti_db_pool_connections{state="idle"} 2.5
                # HELP tutti_emitter_epoch The epoch held.
                # TYPE tutti_emitter_epoch gauge
                tutti_emitter_epoch{tenant="joy"} 4
                # HELP tutti_http_requests_total Requests answered.
                # TYPE tutti_http_requests_total counter
                tutti_http_requests_total{route="/",method="GET",code="404"} 1
                tutti_http_requests_total{route="/live",method="GET",code="200"} 3
                # HELP tutti_wait_seconds Waits.
                # TYPE tutti_wait_seconds histogram
                tutti_wait_seconds_bucket{le="0.1"} 2
                tutti_wait_seconds_bucket{le="1"} 3
                tutti_wait_seconds_bucket{le="+Inf"} 4
                tutti_wait_seconds_sum 7.65
                tutti_wait_seconds_count 4

                """)
    }

    @Test func labelValuesAndHelpTextsOfMetricsAreEscaped() {
        let registry = MetricsRegistry()
        _ = registry.counter("a_total", "back\\slash\nline", labels: ["path": "\"a\\b\"\nc"])
        #expect(
            registry.render() == """
                # HELP a_total back\\\\slash\\nline
                # TYPE a_total counter
                a_total{path="\\"a\\\\b\\"\\nc"} 0

                """)
    }

    /// Swift counts a carriage return before a line feed as one character.
    @Test func aLineFeedAfterACarriageReturnIsEscapedInMetrics() {
        let registry = MetricsRegistry()
        _ = registry.counter("a_total", "one\r\ntwo", labels: ["path": "\r\n"])
        #expect(
            registry.render()
                == "# HELP a_total one\r\\ntwo\n# TYPE a_total counter\na_total{path=\"\r\\n\"} 0\n")
    }

    @Test func theHelpTextOfAFamilyWithChangingLabelsIsEscaped() {
        let family = MetricText("a", .gauge, "back\\slash\r\nline")
        #expect(
            family.rendered([([("path", "\"\\\r\n")], 1)])
                == "# HELP a back\\\\slash\r\\nline\n# TYPE a gauge\na{path=\"\\\"\\\\\r\\n\"} 1\n")
    }

    @Test func theSameNameAndLabelsGiveTheSameMetric() {
        let registry = MetricsRegistry()
        #expect(
            registry.counter("a_total", "A.", labels: ["b": "c"])
                === registry.counter("a_total", "A.", labels: ["b": "c"]))
        #expect(
            registry.counter("a_total", "A.", labels: ["b": "c"])
                !== registry.counter("a_total", "A.", labels: ["b": "d"]))
    }

    @Test func concurrentUpdatesOfMetricsAreAllCounted() {
        let registry = MetricsRegistry()
        let counter = registry.counter("a_total", "A.")
        let gauge = registry.gauge("b", "B.")
        let histogram = registry.histogram("c", "C.", bounds: [0.5])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 {
                counter.increment()
                gauge.add(1)
                gauge.add(-0.5)
                histogram.observe(.milliseconds(250))
            }
        }
        #expect(counter.value == 80_000)
        #expect(gauge.value == 40_000)
        #expect(histogram.cumulativeCounts == [80_000, 80_000])
        #expect(histogram.sum == 20_000)
    }

    @Test(arguments: [(Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e300, "1e+300"), (-3, "-3")])
    func infinityNaNAndLargeNumbersAreRendered(value: Double, text: String) {
        let registry = MetricsRegistry()
        registry.gauge("a", "A.").set(value)
        #expect(registry.render().hasSuffix("a \(text)\n"))
    }

    @Test func aMetricIncludesTheSumOfItsCells() {
        let registry = MetricsRegistry()
        let counter = registry.counter("a_total", "A.")
        let cells = [counter.makeCell(), counter.makeCell()]
        counter.increment()
        cells[0].increment(by: 2)
        cells[1].increment(by: 3)
        #expect(counter.value == 6)
        let histogram = registry.histogram("b_seconds", "B.", bounds: [0.001, 1])
        let cell = histogram.makeCell()
        histogram.observe(0.5)
        for nanoseconds: UInt64 in [0, 1_000_000, 1_000_001, 2_000_000_000] { cell.observe(nanoseconds: nanoseconds) }
        #expect(histogram.cumulativeCounts == [2, 4, 5])
        #expect(abs(histogram.sum - 2.502000001) < 1e-9)
    }

    @Test func anExternalCounterIsReadWhenMetricsAreRendered() {
        let registry = MetricsRegistry()
        let shared = SharedNumber()
        registry.counter("a_total", "A.", labels: ["reason": "x"]) { shared.value.withLock { $0 } }
        shared.value.withLock { $0 = 7 }
        #expect(
            registry.render() == "# HELP a_total A.\n# TYPE a_total counter\na_total{reason=\"x\"} 7\n")
    }

    private final class SharedNumber: Sendable {
        let value = Mutex<UInt64>(0)
    }
}
