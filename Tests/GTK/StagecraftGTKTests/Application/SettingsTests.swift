#if GTK
import Foundation
import StagecraftGTKTestKit
import StagecraftScreens
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Settings", .timeLimit(.minutes(1)))
  struct SettingsTests {
    private enum Order: String, SettingsValue { case title, author }

    private let path: String
    private let size = SettingsKey("page-size", default: 20)
    private let order = SettingsKey("order", default: Order.title)

    init() {
      GTKTest.prepare()
      path = "\(NSTemporaryDirectory())stagecraft-settings-\(UUID())/a/settings.ini"
    }

    private func text() -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    @Test func valuesOfEveryTypeAreReadAgain() throws {
      let flag = SettingsKey("dark", default: false)
      let scale = SettingsKey("scale", default: 1.0)
      let name = SettingsKey("reader.name", default: "")
      let recent = SettingsKey("recent", default: ["none"])
      let values = (0.1 + 0.2, " Ada;\n\"Byron\" \\ 紅樓夢 ", ["a;b", "", " c\n"])
      let settings = Settings(path: path)
      #expect(settings[size] == 20 && settings[recent] == ["none"] && !settings.has(size))
      settings[size] = .min
      settings[flag] = true
      settings[scale] = values.0
      settings[name] = values.1
      settings[recent] = values.2
      settings[order] = .author
      try settings.save()
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let again = Settings(path: path)
      #expect(again[size] == .min && again[flag] && again[scale] == values.0)
      #expect(again[name] == values.1 && again[recent] == values.2 && again[order] == .author)
      #expect(!again.wasDamaged && again.has(size))
      again.reset(size)
      #expect(again[size] == 20 && !again.has(size))
      again[recent] = []
      try again.save()
      #expect(Settings(path: path)[recent] == [])
    }

    @Test func aChangeIsWrittenByItself() async {
      let settings = Settings(path: path)
      settings[size] = 50
      #expect(await GTKTest.until { text().contains("page-size=50") })
      var other: Settings? = Settings(path: path)
      other?[size] = 60
      other = nil
      #expect(text().contains("page-size=60"), "Also when it is released.")
      #expect(Settings(path: path)[size] == 60)
    }

    @Test func aDamagedFileGivesDefaultsAndIsKept() throws {
      let settings = Settings(path: path)
      settings[size] = 50
      try settings.save()
      let damages = ["page-size=50\n[Settings", "\u{0}\u{1}garbage", "[Settings]\npage-size"]
      for (index, damage) in damages.enumerated() {
        try damage.write(toFile: path, atomically: true, encoding: .utf8)
        let damaged = Settings(path: path)
        #expect(damaged.wasDamaged && damaged[size] == 20, "\(damage)")
        let ending = index == 0 ? ".damaged" : ".damaged-\(index + 1)"
        let kept = try? String(contentsOfFile: path + ending, encoding: .utf8)
        #expect(kept == damage, "An earlier one is not overwritten.")
        damaged[size] = 30
        try damaged.save()
        #expect(!Settings(path: path).wasDamaged && Settings(path: path)[size] == 30)
      }
    }

    @Test func unknownValuesStayAndThoseOfAnotherTypeAreDefaults() throws {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try "# by hand\n[Settings]\nfuture=1\npage-size=many\norder=colour\n[Other]\nx=y\n"
        .write(toFile: path, atomically: true, encoding: .utf8)
      let settings = Settings(path: path)
      #expect(settings[size] == 20 && settings[order] == .title && !settings.wasDamaged)
      settings[size] = 30
      try settings.save()
      for line in ["# by hand", "future=1", "order=colour", "x=y"] {
        #expect(text().contains(line))
      }
    }

    @Test func observersAreCalledForChangesOnly() throws {
      let settings = Settings(path: path)
      var sizes: [Int] = []
      let observation = settings.observe(size) { sizes.append($0) }
      settings[order] = .author
      settings[size] = 30
      settings[size] = 30
      settings.reset(size)
      settings.reset(size)
      #expect(sizes == [30, 20])
      observation.cancel()
      settings[size] = 40
      #expect(sizes == [30, 20])
    }

    @Test func whatWasNotWrittenIsWrittenLater() throws {
      let settings = Settings(path: path)
      let files = FileManager.default
      let folder = (path as NSString).deletingLastPathComponent
      try files.createDirectory(
        atPath: (folder as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      // Where the folder would be.
      _ = files.createFile(atPath: folder, contents: nil)
      settings[size] = 30
      for _ in 0..<2 { #expect(throws: SettingsError.self) { try settings.save() } }
      #expect(settings[size] == 30)
      try files.removeItem(atPath: folder)
      try settings.save()
      #expect(Settings(path: path)[size] == 30)
    }

    @Test func aFileThatCannotBeReadIsKept() throws {
      let files = FileManager.default
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
      let settings = Settings(path: path)
      settings[size] = 30
      #expect(!settings.wasDamaged && settings[size] == 30)
      for _ in 0..<2 { #expect(throws: SettingsError.self) { try settings.save() } }
      #expect(files.fileExists(atPath: path) && !files.fileExists(atPath: path + ".damaged"))
      try? files.removeItem(atPath: path)
      try "[Settings]\npage-size=50\norder=author\n"
        .write(toFile: path, atomically: true, encoding: .utf8)
      try settings.save()
      #expect(settings[order] == .author && settings[size] == 30)
      #expect(text().contains("order=author") && text().contains("page-size=30"))
    }
  }
}
#endif
