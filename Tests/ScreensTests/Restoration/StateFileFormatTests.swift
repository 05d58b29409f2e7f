import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A file as it was written before the trees of screens were one machine.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct StateFileFormatTests {
  final class NoteScreen: Screen<FakeView> {
    static let label = ScreenStateKey<String>("label")
    static let text = ScreenStateKey<String>("text")
    static let marks = ScreenStateKey<[Int]>("marks")

    let label: String
    var text: String
    var marks = [1, 2, 300]

    init(_ label: String, _ text: String = "", in application: ScreenApplication) {
      self.label = label
      self.text = text
      super.init(in: application)
    }

    override func loadView() -> FakeView { FakeView(label) }
    override var restorationName: String? { "note" }

    override func saveIdentity(into state: inout ScreenStateWriter) {
      state.save(label, for: Self.label)
    }

    override func saveState(into state: inout ScreenStateWriter) {
      state.save(text, for: Self.text)
      state.save(marks, for: Self.marks)
    }

    override func restoreState(from state: ScreenStateReader) {
      text = state.value(for: Self.text) ?? "lost"
      marks = state.value(for: Self.marks) ?? []
    }
  }

  let application = ScreenApplication()
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func note(_ label: String, hasText: Bool = true) -> NoteScreen {
    NoteScreen(label, hasText ? "the text of \(label)" : "", in: application)
  }

  private func makeWindow(hasText: Bool = true) -> (ScreenWindow<FakeView>, NamedStack) {
    let stack = NamedStack(
      "stack", root: note("shelf", hasText: hasText), stage: RecorderStage(), in: application)
    let pages = PageScreen(count: 5, open: 1, stage: RecorderStage(), in: application) {
      note("page \($0)", hasText: hasText)
    }
    let tabs = TabScreen([stack, pages], stage: RecorderStage(), in: application)
    return (ScreenWindow(root: tabs, stage: RecorderStage(), in: application), stack)
  }

  private var bytes: [UInt8] {
    let digits = Self.file.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { (index: Int) -> UInt8 in
      let byte: Int = digits[index] * 16 + digits[index + 1]
      return UInt8(byte)
    }
  }

  private func readOldFile() throws -> ScreenArchive {
    folder.write(bytes, to: "old")
    return try #require(ScreenStateFile(path: folder.file("old")).readBlocking().archive)
  }

  /// The values of a screen are in no particular order, so the archives are compared.
  @Test
  func theSameTreeGivesTheSameArchive() throws {
    let (window, stack) = makeWindow()
    window.open()
    stack.push(note("book 1"))
    stack.push(note("book 2"))
    let tabs = try #require(window.rootScreen as? TabScreen<FakeView>)
    tabs.select(1)
    (tabs.selectedScreen as? PageScreen<FakeView>)?.turn(to: 3)
    tabs.select(0)
    stack.present(note("review"), as: .sheet)
    try ScreenStateFile(path: folder.file("new")).writeBlocking(window.archive())
    #expect(folder.bytes("new")?.count == bytes.count)
    #expect(try window.archive() == readOldFile())
  }

  @Test
  func theOldFileIsRestored() throws {
    let archive = try readOldFile()
    let (window, stack) = makeWindow(hasText: false)
    let catalog = ScreenCatalog()
    catalog.register("note") { [application] state in
      NoteScreen(state.value(for: NoteScreen.label) ?? "?", in: application)
    }
    let report = window.restore(from: archive, catalog: catalog)
    window.open()
    #expect(report.losses.isEmpty)
    let top = try #require(stack.topScreen as? NoteScreen)
    #expect(stack.screens.count == 3 && top.label == "book 2")
    #expect(top.text == "the text of book 2" && top.marks == [1, 2, 300])
    let sheet = try #require(window.presentedScreens.last as? NoteScreen)
    #expect(sheet.label == "review" && sheet.text == "the text of review")
  }

  /// The bytes of the file, in hexadecimal digits.
  private static let file = """
    535447535441544501000000300000000100000000000000c8020000000000008cfad142912c65f05673a9334f
    75a5870c05737461746509636f6e7461696e6572046b696e640763757272656e740a6368696c64436f756e7404
    6e616d65086964656e74697479056c6162656c056d61726b73047465787405706c616365076973536865657409
    ef040a12000a00010a0a024677696e646f77038104820a10000a00010a08024474616273038004820a11000a00
    010a090245737461636b038204830a3705446e6f7465060a0a07080700457368656c66000a2108080800090581
    8203d80409081300517468652074657874206f66207368656c660a3b05446e6f74650a81060a0b070808004662
    6f6f6b2031000a22080808000905818203d80409081400527468652074657874206f6620626f6f6b20310a3b05
    446e6f74650a82060a0b0708080046626f6f6b2032000a22080808000905818203d80409081400527468652074
    657874206f6620626f6f6b20320a130a81000a00010a0902457061676573038304850a3905446e6f7465060a0b
    0708080046706167652030000a2209081400527468652074657874206f66207061676520300808080009058182
    03d8040a3b05446e6f74650a81060a0b0708080046706167652031000a2209081400527468652074657874206f
    6620706167652031080808000905818203d8040a3b05446e6f74650a82060a0b0708080046706167652032000a
    22080808000905818203d80409081400527468652074657874206f66207061676520320a3b05446e6f74650a83
    060a0b0708080046706167652033000a2209081400527468652074657874206f66207061676520330808080009
    05818203d8040a3b05446e6f74650a84060a0b0708080046706167652034000a22090814005274686520746578
    74206f6620706167652034080808000905818203d8040a3d05446e6f74650a810b02060a0b0708080046726576
    696577000a22080808000905818203d80409081400527468652074657874206f6620726576696577
    """
}
