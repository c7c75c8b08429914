import Postgres
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct NotificationListenerTests {
    private func kill(_ test: TestDatabase) async throws {
        _ = try await test.superuser.rows(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and application_name = 'ear'
            """)
    }

    private func listener(_ test: TestDatabase, channels: [String] = ["news"]) -> NotificationListener {
        NotificationListener(
            conninfo: test.runtimeConninfo, options: "-c application_name=ear", channels: channels, silenceLimit: 300,
            logger: silent)
    }

    @Test func notificationsArriveInOrderAfterTheConnectedEvent() async throws {
        try await withDatabase { test in
            let listener = listener(test, channels: ["news", "More \"News\""])
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            for number in 0..<50 { _ = try await test.runtime.rows("select pg_notify('news', \(String(number)))") }
            _ = try await test.runtime.rows("select pg_notify('More \"News\"', 'å')")
            for number in 0..<50 {
                #expect(await events.next() == .notification(channel: "news", payload: String(number)))
            }
            #expect(await events.next() == .notification(channel: "More \"News\"", payload: "å"))
            listener.close()
            while let event = await events.next() { #expect(event == .disconnected) }
        }
    }

    /// Spec O3.7.
    @Test func aListenerReportsAndReopensALostConnection() async throws {
        try await withDatabase { test in
            let listener = listener(test)
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            for round in 0..<3 {
                try await kill(test)
                #expect(await events.next() == .disconnected)
                #expect(await events.next() == .connected)
                _ = try await test.runtime.rows("select pg_notify('news', \(String(round)))")
                #expect(await events.next() == .notification(channel: "news", payload: String(round)))
            }
            listener.close()
        }
    }

    /// The handler runs on the polling thread. A lost connection ends that thread, and the next connection has a new one.
    @Test func onlyNotificationsThatTheHandlerDoesNotHandleBecomeEvents() async throws {
        try await withDatabase { test in
            let listener = listener(test), received = Mutex<[String]>([])
            var events = listener.events(handledBy: { channel, payload in
                received.withLock { $0.append("\(channel) \(payload)") }
                return payload.hasPrefix("mine")
            }).makeAsyncIterator()
            #expect(await events.next() == .connected)
            for payload in ["mine 1", "yours 1", "mine 2"] {
                _ = try await test.runtime.rows("select pg_notify('news', \(payload))")
            }
            #expect(await events.next() == .notification(channel: "news", payload: "yours 1"))
            try await kill(test)
            #expect(await events.next() == .disconnected)
            #expect(await events.next() == .connected)
            for payload in ["mine 3", "yours 2"] {
                _ = try await test.runtime.rows("select pg_notify('news', \(payload))")
            }
            #expect(await events.next() == .notification(channel: "news", payload: "yours 2"))
            #expect(
                received.withLock { $0 } == [
                    "news mine 1", "news yours 1", "news mine 2", "news mine 3", "news yours 2",
                ])
            await listener.closeAndWait()
        }
    }

    @Test(arguments: [false, true])
    func theConnectionOfAListenerClosesWhenItsConsumerEnds(withHandler handlesAll: Bool) async throws {
        try await withDatabase { test in
            let listener = listener(test)
            let handler: NotificationListener.Handler? = if handlesAll { { _, _ in true } } else { nil }
            let events = listener.events(handledBy: handler)
            let consumer = Task { for await _ in events {} }
            let open: SQL =
                "select count(*) as value from pg_stat_activity where application_name = 'ear' and datname = current_database()"
            let opened = try await eventually { try await test.superuser.rows(open).value() == 1 }
            #expect(opened)
            consumer.cancel()
            await consumer.value
            let ended = try await eventually { try await test.superuser.rows(open).value() == 0 }
            #expect(ended)
        }
    }

    @Test func aListenerWithoutAServerCanBeClosed() async {
        let listener = NotificationListener(conninfo: "host=/nowhere", channels: ["news"], logger: silent)
        var events = listener.events().makeAsyncIterator()
        listener.close()
        #expect(await events.next() == nil)
    }
}
