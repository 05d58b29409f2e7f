#if GTK
import CGTK
import Foundation
import StagecraftGTKTestKit
import StagecraftLists
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Transfers", .timeLimit(.minutes(2)))
  struct TransferTests {
    init() { GTKTest.prepare() }

    @Test func whatNoProgramOpensIsAnError() async throws {
      let census = Census()
      do {
        let window = TestWindow(Label("Report"))
        try await window.open()
        for address in ["/nowhere/report.html", "stagecraft-unknown://report", "no address"] {
          let error = await #expect(throws: OpeningError.self) {
            try await window.openElsewhere(address)
          }
          let words = try #require(error)
          #expect(words.address == address && !words.reason.isEmpty)
          #expect("\(words)" == "“\(address)” could not be opened: \(words.reason)")
        }
        window.close()
      }
      await census.expectUnchanged()
    }

    /// Its folders, in which the program is registered, are those of the test.
    @Test(
      .enabled(
        if: environment("XDG_CONFIG_HOME") != nil && environment("XDG_DATA_HOME") != nil,
        "XDG_CONFIG_HOME and XDG_DATA_HOME are not set."))
    func theUsersProgramOpensALink() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("stagecraft-opener-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (script, opened) = (
        folder.appendingPathComponent("opener.sh").path,
        folder.appendingPathComponent("opened").path
      )
      try "#!/bin/sh\necho \"$1\" >'\(opened).new'\nmv '\(opened).new' '\(opened)'\n"
        .write(toFile: script, atomically: true, encoding: .utf8)
      let program = try #require(
        g_app_info_create_from_commandline(
          "/bin/sh \(script)", "Opener", G_APP_INFO_CREATE_SUPPORTS_URIS, nil))
      defer {
        g_app_info_delete(program)
        g_object_unref(UnsafeMutableRawPointer(program))
      }
      #expect(
        g_app_info_set_as_default_for_type(program, "x-scheme-handler/stagecraft-test", nil) != 0)
      // GLib has warned if a tool of the desktop is not installed.
      let census = Census()
      do {
        let window = TestWindow(Label("Report"))
        try await window.open()
        try await window.openElsewhere("stagecraft-test://report/17")
        #expect(
          await GTKTest.until { FileManager.default.fileExists(atPath: opened) })
        #expect(
          try String(contentsOfFile: opened, encoding: .utf8) == "stagecraft-test://report/17\n")
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func textIsCopiedAndRead() async throws {
      let census = Census()
      do {
        let label = Label("library://title/17")
        let window = TestWindow(label)
        try await window.open()
        let clipboard = label.clipboard
        clipboard.set(label.text)
        #expect(clipboard.isOwn)
        #expect(await clipboard.text() == "library://title/17")
        #expect(await clipboard.texture() == nil)
        clipboard.set(Texture(width: 2, height: 3) { $0.paint(.black) })
        #expect(await clipboard.text() == nil)
        let image = try #require(await clipboard.texture())
        #expect(image.width == 2 && image.height == 3)
        let cancelled = Task { await clipboard.text() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        clipboard.set("")
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aTargetAcceptsOnlyItsKind() async throws {
      let census = Census()
      do {
        var drops: [Drop] = []
        let (source, target, texts) = (Label("#4711"), Label("Ready"), Label("Notes"))
        source.addDragSource(.items("order")) { "4711" }
        target.addDropTarget(.items("order")) { drop in
          drops.append(drop)
          return drop.payload == "4711"
        }
        target.addDropTarget(.items("book")) { _ in true }
        texts.addDropTarget { _ in true }
        let window = TestWindow(Box(.vertical, [source, target, texts]))
        try await window.open()
        #expect(source.drag(to: target, x: 3, y: 1))
        #expect(drops == [Drop(payload: "4711", x: 3, y: 1, isInLowerHalf: false)])
        #expect(source.drag(to: target, x: 3, y: Double(target.height) - 1))
        #expect(drops.last?.isInLowerHalf == true)
        #expect(!source.drag(to: texts))
        #expect(!texts.drag(to: target), "It has no source.")
        let text = Label("text")
        text.addDragSource { "Das Schloss" }
        #expect(text.drag(to: texts) && !text.drag(to: target))
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func filesAreDraggedAndDropped() async throws {
      let census = Census()
      do {
        let files = ["/tmp/Das Schloß.csv", "/tmp/two\nlines.txt"]
        var drops: [[String]] = []
        let (source, empty, target) = (Label("Export"), Label("Nothing"), Label("Import"))
        source.addFileDragSource { files }
        empty.addFileDragSource { [] }
        target.addDropTarget { _ in true }
        let window = TestWindow(Box(.vertical, [source, empty, target]))
        try await window.open()
        #expect(!source.drag(to: target), "It accepts texts only.")
        target.addFileDropTarget { files in
          drops.append(files)
          return true
        }
        #expect(source.drag(to: target) && drops == [files])
        #expect(!empty.drag(to: target) && drops.count == 1)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func rowsOfAListAreReordered() async throws {
      let census = Census()
      do {
        let (orders, list) = OrderRow.list(6)
        let window = TestWindow(ScrolledView(list))
        try await window.open()
        func row(_ order: Int) -> OrderRow? { OrderRow.row(order, in: list) }
        #expect(await GTKTest.until { row(5) != nil })
        let (first, fourth) = (try #require(row(0)), try #require(row(3)))
        #expect(first.drag(to: fourth, y: Double(fourth.height)))
        list.flush()
        #expect(orders.snapshot().map(\.id) == [1, 2, 3, 0, 4, 5])
        // The row that was dragged may show another order by now, and drags that one.
        let last = try #require(row(5))
        #expect(last.drag(to: try #require(row(1)), y: 0))
        #expect(orders.snapshot().map(\.id) == [5, 1, 2, 3, 0, 4])
        #expect(!last.drag(to: last))
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
