import Foundation
import Testing

@testable import WindowDriver

@Suite("Pictures")
struct PictureTests {
  /// A light window with a dark button, at a place.
  private func window(buttonAt x: Int, shade: UInt8 = 40) -> Picture {
    var bytes = [UInt8](repeating: 250, count: 320 * 200 * 4)
    for row in 80..<110 {
      for column in x..<x + 60 {
        let start = (row * 320 + column) * 4
        for channel in 0..<3 { bytes[start + channel] = shade }
      }
    }
    return Picture(width: 320, height: 200, bytes: bytes)
  }

  @Test func aMovedButtonIsFound() throws {
    let reference = window(buttonAt: 100).reduced(by: 4)
    let moved = window(buttonAt: 124).reduced(by: 4)
    let difference = try #require(reference.difference(from: moved))
    #expect(difference.value > PictureCheck.tolerance)
    // The button was at 25 … 40 of 80 × 50, and is at 31 … 46.
    #expect(24...40 ~= difference.x && 16...24 ~= difference.y)
  }

  @Test func aShadeIsTolerated() throws {
    let reference = window(buttonAt: 100).reduced(by: 4)
    let other = window(buttonAt: 100, shade: 46).reduced(by: 4)
    #expect(try #require(reference.difference(from: other)).value <= PictureCheck.tolerance)
  }

  @Test func anotherSizeIsFound() {
    let small = Picture(width: 8, height: 8, bytes: Array(repeating: 0, count: 256))
    #expect(window(buttonAt: 100).difference(from: small) == nil)
  }

  @Test func aFileHasTheSamePixels() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let picture = window(buttonAt: 100)
    try picture.write(to: path)
    #expect(try Picture(png: path).difference(from: picture, block: 1)?.value == 0)
  }

  @Test func coarseColoursAreNearTheOriginal() throws {
    var bytes: [UInt8] = []
    for shade in UInt8.min...UInt8.max { bytes += [shade, shade, shade, 0] }
    let picture = Picture(width: 256, height: 1, bytes: bytes)
    #expect(Set(picture.coarse.bytes).count == 16)
    #expect(try #require(picture.coarse.difference(from: picture, block: 1)).value == 8)
  }

  @Test func whatDiffersIsShownBesideBoth() throws {
    let (old, new) = (window(buttonAt: 100), window(buttonAt: 124))
    let shown = new.beside(old)
    #expect((shown.width, shown.height) == (960, 200))
    func shade(_ x: Int) -> UInt8 { shown.bytes[(90 * 960 + x) * 4] }
    #expect([102, 170, 320 + 102, 320 + 170].map(shade) == [40, 250, 250, 40])
    #expect([0, 102, 140, 170].map { shade(640 + $0) } == [255, 45, 255, 45])
  }

  @Test func missingChangedAndNewPicturesAreListed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    let (new, old) = (folder.appending(path: "new"), folder.appending(path: "old"))
    for one in [new, old] {
      try FileManager.default.createDirectory(at: one, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ picture: Picture, _ name: String) throws {
      try picture.write(to: new.appending(path: name).path)
    }
    try write(window(buttonAt: 100), "same.png")
    try write(window(buttonAt: 100), "moved.png")
    try write(window(buttonAt: 100), "gone.png")
    let check = PictureCheck(new, against: old)
    try check.renew()
    try write(window(buttonAt: 124), "moved.png")
    try write(window(buttonAt: 100), "added.png")
    try FileManager.default.removeItem(at: new.appending(path: "gone.png"))
    let differences = new.appending(path: "differences")
    let found = try check.differences(writingTo: differences)
    #expect(found.map { $0.prefix { $0 != ":" } } == ["added.png", "gone.png", "moved.png"])
    let written = try FileManager.default.contentsOfDirectory(atPath: differences.path)
    #expect(written == ["moved.png"])
  }
}
