import QRCode
import Testing

/// A symbol with its modules, row by row in hexadecimal digits of four modules, the last one filled with light modules.
struct StoredSymbol: Sendable, CustomTestStringConvertible {
    let version: Int
    let mask: Int
    let text: String
    let rows: [Substring]

    init(_ version: Int, mask: Int, _ text: String, _ rows: String) {
        self.version = version
        self.mask = mask
        self.text = text
        self.rows = rows.split(whereSeparator: \.isWhitespace)
    }

    var testDescription: String { "version \(version)" }

    /// The rows of a symbol in the same form.
    static func rows(of symbol: QRSymbol) -> [Substring] {
        (0..<symbol.size).map { row in
            stride(from: 0, to: symbol.size, by: 4).map { start in
                let digit = (start..<start + 4).reduce(0) { $0 << 1 | (symbol.isDark(row: row, column: $1) ? 1 : 0) }
                return String(digit, radix: 16)
            }.joined()[...]
        }
    }

    static let all = [
        StoredSymbol(
            1, mask: 3, "https://a.ex/l",
            """
            fedbf8 82aa08 ba12e8 ba9ae8 ba52e8 820208 feabf8 009000 b75a58 29c7f8 dba458 549950 3e92c8 009a80
            fee080 8289e8 ba38b0 bafb10 ba9b20 822788 fe96e0
            """),
        StoredSymbol(
            2, mask: 2, "https://hall.example/live",
            """
            fe0abf8 8221a08 bac1ae8 bab62e8 ba8cae8 82c3a08 feaabf8 00d9000 be6f3e0 dc48910 921b258 014b688
            5b7ceb8 c404950 8effdd8 a933b88 929ffa0 00ed8c0 fe62ab8 82e08d8 bacffa0 ba95ef8 ba88868 8213dc8
            fe873f8
            """),
        StoredSymbol(
            3, mask: 3, "http://philharmonic.localhost:8080/live",
            """
            fe8cbbf8 82b20208 ba5e2ae8 bafe52e8 ba71d2e8 825a1208 feaaabf8 00b3e000 b77be258 5cf07f88 22586930
            69068ec8 0289d060 c52f1e18 23529a78 3d1d3710 9689ad90 2095c930 bbb94be0 14e06da0 66a46fe0 00d608f8
            fea41ad0 82d8a890 ba22cfe0 baab65a8 baeca948 821a2ad0 fe9d9f90
            """),
        StoredSymbol(
            4, mask: 2, "https://programme-notes.philharmonic.example.org:8443/live",
            """
            fe2cb93f8 822762a08 bacd0dae8 badaeaae8 bab135ae8 82e984208 feaaaabf8 00930e000 be4f4a3e0 35fad9368
            5f094a2b0 b0c39f0f8 b3405acd8 181fb3258 32c666e10 40308e660 bb9263d88 40dcfd768 8b5f801b0 902f3d5f0
            9b105bdd8 915371208 93b7c69f0 bd83a68e8 a3d152f88 0082dc8a8 fe4b2bab0 82a90f8e8 ba9258fc0 ba88964b8
            bae126f40 8234b76a0 fea551d10
            """),
        StoredSymbol(
            5, mask: 2, "https://a-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.org/live",
            """
            fe1f2d0bf8 8264b41a08 bac79f32e8 baabd3f2e8 baac394ae8 82e62e3a08 feaaaaabf8 00e704b000 be3a2af3e0
            e8ed85a950 961c2c1318 a5be873608 128c42e2f8 8c62f90900 daadcc1bd8 a407669798 02cf82fea8 a5672f0950
            d3e9b49d18 d52b1fbe08 73c552f6e0 21b2bd4840 6bedaa3bd8 0c4f049798 6e832a76a8 bde3850940 ae502c1318
            b45c872e10 aea443eff8 00acfd18c0 fe65ce2ab8 82e366a8d8 ba9d84dfa8 ba912d06c8 bac3b49018 822d1f3a88
            fe8353f6f8
            """),
        StoredSymbol(
            6, mask: 2, "https://a-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.example.org/live",
            """
            fe747f4bbf8 820bc472208 ba8e6e412e8 ba8194b22e8 bafebf09ae8 8299e0d2208 feaaaaaabf8 00d4b581000
            be1642f63e0 b52cbd0bfb8 e20b60d6e00 9c11b5838d8 43b34afd070 b952a012b98 ff3e8ddf420 d0350513ad8
            a7a663f5530 a599b90fb98 9aeba2944a0 110d01276d8 56692790030 6d211d2ffd8 5ec760d04e0 b4183581708
            8e3cc2f4020 4cf3bd0b7c8 5bb7e0d6800 38f43583ec8 1765c275068 bcd36c9a798 8357d446e20 89f9be8aed8
            b2e1dae4fb0 00b37dca898 fe4fccf3aa0 828c6fc18d8 ba9394b2fb0 bac47f08d60 bace20d67e0 822d9582cd0
            fe88c2f57a0
            """),
        StoredSymbol(
            7, mask: 2,
            "https://a-cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc.example.org/live",
            """
            fe2d144f8bf8 821b3bb05208 bae7c17ad2e8 ba962ea51ae8 bac39feebae8 82ed28914208 feaaaaaaabf8
            0090f89ac800 be03bfe503e0 85a7e4cfd8b8 d2f923307750 b46dd806c9e0 6e6f6f772608 f59c9c439d28
            52ca29b272d0 a0b8551ac9e0 5293f8e52608 5040844f9ca8 7f9fcbb07370 042d911b95f8 3fa3ffc53f80
            88ac188f58e8 0aa8cad0fab0 f8e0089aa8f8 1fef4fe51fc0 9ddebecf9428 1f04ec3078d0 28883394d378
            c28089692288 bdb526dd9a38 f70bcdaa6950 481b429ad370 de4da1e52190 51c63ecf9e48 0a78ea306d70
            79b357fabb78 9be88fa52fc0 00ac68ee18e8 fe4c1a91fab0 82f2589ad8f8 bacbcfe53fc0 baf61b4f81a8
            baa304b07e50 82032c02c4e0 fefdf3f73310
            """),
        StoredSymbol(
            8, mask: 1,
            "https://eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee.example/live",
            """
            fe913aaaacbf8 8239db2337a08 bafefb3335ae8 ba358455552e8 ba40c7eaa82e8 82b0ee3332208 feaaaaaaaabf8
            00017e2ccd000 a33c17eaab128 65f8f55555548 96318accccca8 a47c54cccd2d0 aa02fcaaab4c8 cc13075555158
            63f148ccccca8 890954cccd4c0 efab74aaab2d0 b108554555548 3e62aad4ccce8 286b74eccd5d0 2f0d14aaab388
            d4257555555c8 4f9ecfecccfa8 78cbd62ccc8d0 0ab7f6aaaaac8 78c8b635548c8 0fdb6beccdfa8 09c6716ccda50
            a724752aab348 6db1735554d48 d6e411accdaa8 a5c595bccdb58 8eb6b52aab148 08a3d15154f48 730848accdee8
            191e512ccdb50 0fbed52aab308 e57cf35554d48 47dae8accdaa8 71c5912ccdb50 e2e913eaabfc8 00dc7235558c8
            fe93eaacccaa8 8207922ccd8d0 ba3c83eaaafc8 ba20729554dd0 bac74aecccab0 8211ed4ecd440 fede52ccaadc8
            """),
        StoredSymbol(
            9, mask: 2,
            "https://ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff.example/live",
            """
            fe3f6bfe85e3f8 824581817a3208 baeb7e5e8592e8 ba86c0217a6ae8 ba8657fe85e2e8 82c8a0897a2208
            feaaaaaaaaabf8 00f56e8f85f000 be1801f97a0be0 d081d7df05f548 f3b060217a0aa0 0c154fd885f050
            877808237a0fb8 e0e99fde85f058 828a60217a0fa0 35975fde85f058 3b5810217a0fa0 416e0fde85f058
            a28d60217a0fa0 1031a7de85f058 4322c8217a0fa0 d1a857de85f058 06d508217a1fa0 c5d5b7d685f858
            cfdf40f97a0fa0 38a35e8e85f8d8 6adf29a97a1a80 48d76f8e85e8d8 0fc700f97a0fe0 f53a3f3685ffd8
            676e68d9fa0020 4d06cf4285ffc8 3f8f389f7a0730 dd6a372685ffd8 273e60d97a04a0 4940cf2685fed8
            9ea838d97a0020 cd8e372685ffd8 07de28d97a0020 8884e12685ffd8 7eececd97a0020 69bbd52685ffd8
            de8058d97a0020 6021372685f7d8 13a670f97a0fa0 00defe8e85f8d8 fe19cba97a1a80 82bee78e85f8d8
            bab4f2f87a1fe0 bad8dd5e85e848 ba890f217a17b8 824fa44c85e850 fe8cd7a77a17a0
            """),
        StoredSymbol(
            10, mask: 2,
            "https://gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg.example/live",
            """
            fe4b6fcf94fb3f8 823aa1217a11208 badf83de85ef2e8 bae1a0653e512e8 badb27bf14f92e8 82bc83627a16208
            feaaaaaaaaaabf8 00d1bfe285e9800 be69423f3e523e0 1940a5cf94f9ce8 36bd85617a17250 4cc8b9de85e9df8
            4b6fc4b53e52610 954120e794f9ce8 12bb05e17a17250 68cc3fde85e99f8 6b6c58253e52600 ad03bfcf94f98e8
            1ada81617a17650 5d6ce9dc85e9cf8 6ecc0c273e52610 a09393cf94f9d08 5f12e9657a17330 5d8cb9de85e95f8
            2e5474253e52650 a0c3dbce14f9ce8 1f86a97efa17fd0 988ee1e285e98f8 7ac6542b3e53a90 e8ce5be3d4f88e8
            3f872d7f7a16fd0 9c97618085e9278 3ec2527f3e52590 0d495fa594f9670 3383ae6f7a16cd8 8d1067c085e9260
            16c6463f3e52580 294e518594f9668 07a2fb777a16cd0 a511758885e9278 16ae7c7f3e52390 294e33a594f9268
            07ea936f7a168b0 6129658185e9a78 1fce3c7b3e524d0 656e23a314f9668 a6fa836f7a17d50 f8b14580a5e9278
            0347bc7f7e52f90 00fdc3e394f98e8 fe7a836b7a17ad0 82bac7a285e98f8 bac0b97f3e52f90 bafcc5bf94f85e0
            bafd07c57a17e40 827dc26e85e94e0 fe84bc413e53a10
            """),
    ]
}
