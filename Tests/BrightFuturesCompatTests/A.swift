import BrightFuturesCompat
import Testing
@Test func x() {}
