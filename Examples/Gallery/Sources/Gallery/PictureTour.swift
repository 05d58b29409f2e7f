import Foundation
import Stagecraft
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftWebKit

/// Visits all screens as a user does, and takes a picture of each.
@MainActor
struct PictureTour {
  private let gallery: GalleryWindow
  private let folder: String

  init(_ gallery: GalleryWindow, folder: String) {
    self.gallery = gallery
    self.folder = folder
  }

  /// Visits all.
  ///
  /// - Returns: Whether everything was there.
  func run() async -> Bool {
    do {
      try await visit()
    } catch {
      print("The tour has ended: \(error)")
      return false
    }
    return true
  }

  private func visit() async throws {
    let view = gallery.window.view
    try await take(view, as: "1-catalogue")

    let book = BookScreen(gallery.library.books.snapshot()[0], in: gallery.library)
    try await done(gallery.catalogue.push(book))
    book.borrow.click()
    try await until("the alert") { DialogProbe.all.count == 1 }
    let alert = DialogProbe.all[0]
    try await alert.dialog.nextFrames(20)
    try await take(alert.dialog, as: "2-alert")
    _ = alert.click("Borrow")
    try await until("the loan") { gallery.library.books.snapshot()[0].lent == 1 }
    try await take(view, as: "3-book")

    try await done(gallery.tabs.select(1))
    gallery.orders.toggle.click()
    try await view.nextFrames(60)
    try await take(view, as: "4-orders")
    gallery.orders.toggle.click()

    try await done(gallery.tabs.select(2))
    try await done(gallery.branches.turn(to: 1))
    try await done(gallery.branches.turn(to: 2))
    try await view.nextFrames(40)
    try await take(view, as: "5-map")

    try await done(gallery.tabs.select(3))
    gallery.notes.entry.text = "Emma is back on shelf 12."
    gallery.notes.scrolled.scroll(to: 600)
    try await view.nextFrames(10)
    try await take(view, as: "6-notes")

    try await done(gallery.tabs.select(4))
    try await gallery.news.page.current?.loaded()
    try await view.nextFrames(40)
    try await take(view, as: "7-news")
    let page = gallery.news.page.current
    page?.terminateProcess()
    try await until("another page") {
      gallery.news.page.current !== page && gallery.news.page.current != nil
    }
    try await gallery.news.page.current?.loaded()
    try await view.nextFrames(40)
    try await take(view, as: "8-news-again")

    let before = WidgetCensus.shared.widgets
    _ = await gallery.shortage.press(.critical)
    guard !gallery.notes.isViewLoaded else { throw Missing("the release of hidden views") }
    print("Memory is short: \(before) widgets before, \(WidgetCensus.shared.widgets) after.")
    try await done(gallery.tabs.select(3))
    try await until("the offset") { gallery.notes.scrolled.offset == 600 }
    guard gallery.notes.entry.text == "Emma is back on shelf 12." else { throw Missing("the note") }
    try await take(view, as: "9-notes-restored")

    click("shelf", in: gallery.notes)
    try await until("the shelf") { gallery.shelves.topScreen.appearance == .visible }
    try await take(view, as: "10-shelf")
    try await done(gallery.shelves.pop())

    try await done(gallery.tabs.select(0))
    try await showLayer("review", over: book, as: "11-review-sheet")
    try await showLayer("read", over: book, as: "12-reader-cover")

    guard GTKTest.warnings == 0 else { throw Missing("silence: GTK has written warnings") }
  }

  /// Clicks a button that presents a screen, takes a picture of that, and dismisses it.
  private func showLayer(_ button: String, over screen: LibraryScreen, as name: String) async throws
  {
    click(button, in: screen)
    try await until(name) { gallery.window.presentedScreens.last?.appearance == .visible }
    guard let layer = gallery.window.presentedScreens.last as? LibraryScreen else {
      throw Missing(name)
    }
    // A sheet has a window of its own.
    var window = layer.view
    while let parent = window.parent { window = parent }
    try await take(window, as: name)
    try await done(layer.dismiss())
  }

  private func click(_ name: String, in screen: LibraryScreen) {
    // Or in the bar of the window.
    let button = screen.view.first(named: name) ?? gallery.window.view.first(named: name)
    (button as? Button)?.click()
  }

  private func take(_ widget: Widget, as name: String) async throws {
    try await widget.nextFrames(3)
    // A widget that has just asked to be drawn again has no picture until then.
    var picture: Screenshot?
    try await until("anything to see in \(name)") {
      picture = Screenshot(of: widget)
      return picture.map { $0.colorCount > 20 } ?? false
    }
    guard let picture, picture.write(to: "\(folder)/\(name).png") else {
      throw Missing("the folder \(folder)")
    }
    print("\(name): \(picture.width) × \(picture.height)")
  }

  private func done(_ request: TransitionRequest) async throws {
    guard case .completed? = await request.outcome else { throw Missing("a transition") }
  }

  private func until(_ what: String, _ condition: () -> Bool) async throws {
    guard await MainLoop.until(.seconds(20), condition) else { throw Missing(what) }
  }

  private struct Missing: Error, CustomStringConvertible {
    let description: String
    init(_ what: String) { description = "missing: \(what)" }
  }
}
