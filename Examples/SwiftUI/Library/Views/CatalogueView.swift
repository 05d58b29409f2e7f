import StagecraftLists
import StagecraftObservation
import StagecraftScreens
import SwiftUI

/// All books, with the pages of books above and the sheet over them.
struct CatalogueView: View {
  @Bindable var library: Library

  var body: some View {
    NavigationStack(path: $library.navigation.pushed) {
      VStack {
        List(library.catalogue.rows) { book in
          NavigationLink(value: Navigation.book(book.id)) { BookRow(book: book) }
        }
        ExportBar(library: library)
      }
      .navigationTitle("Catalogue")
      .navigationDestination(for: Navigation.self) { screen in
        if let book = library.book(of: screen) { BookPage(library: library, book: book) }
      }
    }
    .sheet(item: $library.navigation.sheet) { screen in
      if let book = library.book(of: screen) { ReviewSheet(library: library, book: book) }
    }
  }
}

/// A line of the catalogue.
struct BookRow: View {
  let book: Book

  var body: some View {
    HStack {
      Text(book.title)
      Spacer()
      Text(String(repeating: "★", count: book.stars))
    }
  }
}
