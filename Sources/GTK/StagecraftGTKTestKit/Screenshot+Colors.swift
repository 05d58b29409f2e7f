#if GTK
public import StagecraftGTK

extension Screenshot {
  /// The number of different colours.
  public var colorCount: Int {
    let pixels = pixels
    var colors: Set<UInt32> = []
    for start in stride(from: 0, to: pixels.count, by: 4) {
      colors.insert(
        UInt32(pixels[start]) << 16 | UInt32(pixels[start + 1]) << 8 | UInt32(pixels[start + 2]))
    }
    return colors.count
  }
}
#endif
