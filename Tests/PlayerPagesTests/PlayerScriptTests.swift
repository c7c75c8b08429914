import Testing

@testable import PlayerPages
