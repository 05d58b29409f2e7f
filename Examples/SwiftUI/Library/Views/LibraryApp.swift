import SwiftUI

/// The app: one window with the catalogue.
@main
struct LibraryApp: App {
  @State private var library = Library()

  var body: some Scene {
    WindowGroup { CatalogueView(library: library) }
  }
}
