// A screen whose view is written in SwiftUI; empty on platforms without UIKit.
// snippet.hide
#if canImport(UIKit) && canImport(SwiftUI) && !os(watchOS)
import StagecraftScreens
import StagecraftUIKit
import SwiftUI
import UIKit

struct Book {
  let title: String
}

let momo = Book(title: "Momo")

// snippet.show
struct BookView: View {
  let book: Book

  var body: some View { Text(book.title) }
}
// snippet.hide

@MainActor
func pushing(onto navigation: UINavigationController) {
  // snippet.show

  let screen = HostingScreen { BookView(book: momo) }
  navigation.pushViewController(ScreenController(screen), animated: true)
  // snippet.hide
}

/// A subclass keeps what the user has typed.
final class NoteScreen: HostingScreen<NoteView> {
  private let note = Note()

  init() {
    let note = note
    super.init { NoteView(note: note) }
    title = "Note"
  }

  override func saveState(into state: inout ScreenStateWriter) { state.save(note.text, for: .note) }

  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .note) { note.text = text }
  }
}

extension ScreenStateKey<String> {
  static let note = ScreenStateKey("note")
}

@MainActor
final class Note {
  var text = ""
}

struct NoteView: View {
  let note: Note

  var body: some View { Text(note.text) }
}
#endif
