#if GTK
import CGTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

/// What reads from the right to the left, in a language that does.
extension WindowTests {
  @MainActor
  @Suite("Directions", .timeLimit(.minutes(2)))
  struct DirectionTests {
    init() { GTKTest.prepare() }

    private func readFromTheRight<Result>(
      _ body: () async throws -> Result
    ) async rethrows -> Result {
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      return try await body()
    }

    private func chips(_ count: Int) -> [Widget] {
      (0..<count).map { number in
        let chip = Label("Genre \(number)")
        chip.setMinimumSize(width: 100)
        return chip
      }
    }

    /// Whether a widget is in sight, at the side where lines begin.
    private func isAtStart(_ chip: Widget, of scrolled: ScrolledView) -> Bool {
      guard let frame = chip.frame(in: scrolled), frame.width > 0 else { return false }
      return scrolled.textDirection == .rightToLeft
        ? abs(frame.x + frame.width - Double(scrolled.width)) < 1 : abs(frame.x) < 1
    }

    @Test(arguments: [false, true])
    func aRowBeginsWhereLinesBegin(isFromTheRight: Bool) async throws {
      let census = Census()
      func check() async throws {
        let row = Box(.horizontal, chips(8))
        let scrolled = ScrolledView(row, .horizontal, showsScrollbars: false)
        let place = Box(.horizontal, [scrolled, Label("By Title")])
        let window = TestWindow(place, width: 400, height: 100)
        try await window.open()
        #expect(await GTKTest.until { isAtStart(row.children[0], of: scrolled) })
        #expect(scrolled.offset == 0 && scrolled.maximumOffset > 300)
        // Also after more chips, and in a narrower window.
        for chip in chips(4) { row.append(chip) }
        window.withRaw(as: GtkWindow.self) { gtk_window_set_default_size($0, 300, 100) }
        #expect(await GTKTest.until { scrolled.maximumOffset > 900 })
        try await window.nextFrames(2)
        #expect(isAtStart(row.children[0], of: scrolled))
        scrolled.scroll(to: 100)
        #expect(
          await GTKTest.until { isAtStart(row.children[1], of: scrolled) })
        #expect(scrolled.offset == 100)
        window.close()
      }
      if isFromTheRight { try await readFromTheRight(check) } else { try await check() }
      await census.expectUnchanged()
    }

    @Test func aBoxTurnsAndAWidgetReadsInItsOwnDirection() async throws {
      let census = Census()
      do {
        let (first, second) = (Label("4711"), Label("0815"))
        let box = Box(.horizontal, [first, second])
        let window = TestWindow(box)
        try await window.open()
        func isFirst(_ place: (WidgetFrame) -> Double) -> Bool {
          guard
            let (one, other) = first.frame(in: box).flatMap({ one in
              second.frame(in: box).map { (one, $0) }
            })
          else { return false }
          return place(one) < place(other)
        }
        #expect(box.direction == .horizontal && isFirst(\.x))
        box.direction = .vertical
        #expect(await GTKTest.until { isFirst(\.y) })
        #expect(box.direction == .vertical)
        box.direction = .horizontal
        #expect(box.textDirection == .leftToRight)
        box.textDirection = .rightToLeft
        #expect(await GTKTest.until { !isFirst(\.x) && !isFirst(\.y) })
        await readFromTheRight {
          #expect(Label().textDirection == .rightToLeft)
          box.textDirection = .leftToRight
          #expect(await GTKTest.until { isFirst(\.x) })
          box.textDirection = .automatic
          #expect(box.textDirection == .rightToLeft)
        }
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
