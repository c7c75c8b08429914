import Testing

@testable import App

@Suite struct EmitterLinesTests {
    private static let metrics = """
        # HELP tutti_emitter_up Whether the packets of the lease's holder reach the network.
        tutti_http_connections 3
        tutti_emitter_packets_sent_total{tenant="hall"} 812
        tutti_emitter_packets_failed_total{tenant="hall"} 2
        tutti_emitter_last_packet_age_seconds{tenant="hall"} 0.2139
        tutti_emitter_epoch{tenant="hall"} 3
        tutti_emitter_up{tenant="hall",holder="hall-1 4711 9f3c"} 1
        tutti_emitter_packets_sent_total{tenant="attic"} 0
        tutti_emitter_packets_failed_total{tenant="attic"} 11
        tutti_emitter_epoch{tenant="attic"} 1
        tutti_emitter_up{tenant="attic",holder=""} 0
        """

    @Test func oneLineDescribesTheEmitterOfEachTenantOnTheAir() {
        #expect(
            EmitterLines(metrics: Self.metrics).lines == [
                "warning: emitter of attic is failing: 0 packets sent, 11 failed, last packet: never, epoch 1, holder none",
                "emitter of hall: 812 packets sent, 2 failed, last packet: 0.2 s ago, epoch 3, holder hall-1 4711 9f3c",
            ])
    }

    @Test func noLineIsWrittenForMetricsWithoutAnEmitter() {
        #expect(EmitterLines(metrics: "tutti_http_connections 3\n").lines.isEmpty)
    }
}
