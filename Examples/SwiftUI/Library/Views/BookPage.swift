import StagecraftLists
import StagecraftObservation
import SwiftUI

/// One book; updated when this row changes, and not with the rest of the list.
struct BookPage: View {
  let library: Library
  @State var book: RowModel<Book>

  var body: some View {
    VStack {
      if let book = book.row {
        Text(book.title).font(.title)
        Text(book.author)
        Button("Rate") { library.review(book.id) }
      } else {
        Text("This book has been removed.")
      }
    }
  }
}
