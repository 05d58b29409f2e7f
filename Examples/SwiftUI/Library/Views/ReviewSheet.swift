import StagecraftLists
import StagecraftObservation
import SwiftUI

/// Asks for one to five stars.
struct ReviewSheet: View {
  let library: Library
  @State var book: RowModel<Book>

  var body: some View {
    VStack {
      Text(book.row?.title ?? "This book has been removed.")
      HStack {
        ForEach(1..<6) { stars in
          Button("\(stars) ★") { library.rate(book.id, stars: stars) }
        }
      }
    }
  }
}
