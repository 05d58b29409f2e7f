import StageFloor
import Testing

struct ByteTextTests {
  @Test(arguments: [
    (0, "0 B"), (512, "512 B"), (1023, "1023 B"), (1024, "1 KiB"), (1536, "1.5 KiB"),
    (65_536, "64 KiB"), (-2048, "-2 KiB"), (10 << 20, "10 MiB"), (1 << 62, "4194304 TiB"),
  ])
  func bytesAreReadable(bytes: Int, text: String) {
    #expect(ByteText(bytes).description == text)
  }
}
