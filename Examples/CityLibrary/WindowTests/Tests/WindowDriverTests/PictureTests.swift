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
    #expect(try #require(reference.difference(from: moved)) > PictureCheck.tolerance)
  }

  @Test func aShadeIsTolerated() throws {
    let reference = window(buttonAt: 100).reduced(by: 4)
    let other = window(buttonAt: 100, shade: 46).reduced(by: 4)
    #expect(try #require(reference.difference(from: other)) <= PictureCheck.tolerance)
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
    #expect(try Picture(png: path).difference(from: picture, block: 1) == 0)
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
    let found = try check.differences()
    #expect(found.map { $0.prefix { $0 != ":" } } == ["added.png", "gone.png", "moved.png"])
  }
}
