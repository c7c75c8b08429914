import Web

extension SubsonicRoutes {
    /// Returns the active radio channels that have a stream, in the order of the line-up.
    func getInternetRadioStations(_ call: Call) async throws -> Reply {
        let stations = try await radio.stations(in: call.listener.tenant)
        return .one(
            "internetRadioStations",
            Element(
                [],
                [
                    .many(
                        "internetRadioStation",
                        stations.map { station in
                            Element([
                                ("id", .text("ir-\(station.id)")), ("name", .text(station.name)),
                                ("streamUrl", .text(station.streamURL)),
                                ("homepageUrl", .init(known: station.homepageURL)),
                            ])
                        })
                ]))
    }

    /// Throws error 50, because radio channels are read-only in apps.
    func refuseChannelChange(_ call: Call) async throws -> Reply {
        throw SubsonicError.notAllowed(
            "radio channels are read-only in apps; a programmer can change the channels at /station")
    }
}
