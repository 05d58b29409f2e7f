// Views of SwiftUI over observable models; empty on platforms without SwiftUI.
// snippet.hide
#if canImport(SwiftUI)
import StagecraftLists
import StagecraftObservation
import StagecraftOperations
import StagecraftScreens
import SwiftUI

struct Order: Identifiable, Sendable {
  let id: Int
  var title: String
}

final class Desk: Sendable {
  static let shared = Desk()
  let orders = LiveList<Order>()
}

// snippet.show
struct OrdersView: View {
  @State private var orders = ListModel(of: Desk.shared.orders)

  var body: some View {
    List(orders.rows) { order in Text(order.title) }
  }
}
// snippet.hide

@MainActor
func remove(_ order: Order, from orders: ListModel<LiveList<Order>>) {
  // snippet.show
  withAnimation {
    orders.list.remove(order.id)
    orders.update()
  }
  // snippet.hide
}

// snippet.show
struct ExportView: View {
  @State var export: OperationModel

  var body: some View {
    if !export.state.isFinal { ProgressView(value: export.fractionCompleted) }
    Button("Cancel") { export.operation.cancel() }
  }
}
// snippet.hide

struct CatalogView: View {
  var body: some View { Text("Catalogue") }
}

@MainActor
func view(of screen: Navigation) -> some View { Text(screen.name ?? "") }

struct LibraryView: View {
  @State private var navigation = Navigation.stack(.screen("catalogue"))

  var body: some View {
    // snippet.show
    NavigationStack(path: $navigation.pushed) {
      CatalogView()
        .navigationDestination(for: Navigation.self) { screen in view(of: screen) }
    }
    .sheet(item: $navigation.sheet) { screen in view(of: screen) }
    // snippet.hide
  }
}
#endif
