#if SQLite || PostgreSQL
import StagecraftSharedPools
import StoreFloor
import Testing

@Suite struct PayloadTests {
  struct Device: Hashable, Codable, Sendable {
    var serial: String
    var port: Int
  }

  @Test func aPayloadReturnsAsItWas() throws {
    let payload = SharedPayload<Device>.json
    let device = Device(serial: "5/\"é\"\n", port: 8_100)
    let bytes = try payload.encode(device)
    #expect(try payload.decode(bytes) == device)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"port":8100,"serial":"5/\"é\"\n"}"#)
  }

  @Test func aPayloadOfAnotherKindIsExplained() {
    let error = #expect(throws: SharedPayloadError.self) {
      try SharedPayload<Device>.json.decode(Array("shelf 4".utf8))
    }
    #expect(error?.description.contains("The payload of 7 bytes is no Device in JSON") == true)
  }

  @Test func aValueThatJSONCannotHoldIsExplained() {
    #expect(throws: SharedPayloadError.self) { try SharedPayload<Double>.json.encode(.infinity) }
  }
}
#endif
