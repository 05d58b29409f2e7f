import Foundation
package import Stagecraft

/// What a reader does, after having signed in.
package struct ReaderDesk: Sendable {
  package let session: Session
  package let favourites: TableList<Favourite>
  /// All work that waits for a reader, to be watched and cancelled.
  package let manager: OperationManager
  private let reviews: any TableStore
  private let lending: Lending
  private let today: @Sendable () -> Day

  init(
    _ session: Session, favourites: TableList<Favourite>, reviews: any TableStore,
    lending: Lending, manager: OperationManager, today: @escaping @Sendable () -> Day
  ) {
    self.session = session
    self.favourites = favourites
    self.reviews = reviews
    self.lending = lending
    self.manager = manager
    self.today = today
  }

  private var login: OperationHandle<Reader> {
    manager.shared("login") { LoginOperation(session: session) }
  }

  /// Signs in, if that is needed.
  package func signIn() -> OperationHandle<Reader> { login }

  package func isFavourite(_ title: Title.ID) -> Bool {
    guard let reader = session.reader else { return false }
    return favourites.list.snapshot().contains(id: pairID(title, reader.id))
  }

  /// The titles that the reader has marked; empty if no reader is signed in.
  package var favouriteTitles: Set<Title.ID> {
    guard let reader = session.reader else { return [] }
    return Set(favourites.list.snapshot().filter { $0.reader == reader.id }.map(\.title))
  }

  /// Marks the title, or takes the mark away.
  package func setFavourite(_ title: Title, _ isFavourite: Bool) -> OperationHandle<Void> {
    manager.submit(OperationOptions("♡ \(title.name)"), after: login) { reader in
      let id = pairID(title.id, reader.id)
      if !isFavourite {
        try await favourites.remove(id)
      } else if !favourites.list.snapshot().contains(id: id) {
        try await favourites.insert(Favourite(id: id, title: title.id, reader: reader.id))
      }
    }
  }

  /// Writes the reader's review, or replaces it.
  package func comment(_ title: Title, stars: Int, _ text: String) -> OperationHandle<Void> {
    manager.submit(OperationOptions("✎ \(title.name)"), after: login) { reader in
      let review = Review(
        id: pairID(title.id, reader.id), title: title.id, reader: reader.id,
        name: String(reader.name.prefix { $0 != " " }), stars: stars, text: text, day: today())
      let list = try await Self.reviews(of: title.id, at: reviews).rows
      try await list.transaction { rows in
        if rows[id: review.id] == nil {
          try rows.insert(review)
        } else {
          try rows.update(review.id) { $0 = review }
        }
      }
    }
  }

  /// The newest reviews of a title, as they are written.
  package func reviews(of title: Title.ID) async throws -> TableWindow<Review> {
    try await Self.reviews(of: title, at: reviews)
  }

  private static func reviews(
    of title: Title.ID, at store: any TableStore
  ) async throws -> TableWindow<Review> {
    try await TableList.window(
      of: "reviews", at: store, orderedBy: .columns(TableOrder("day", isDescending: true)),
      where: [TableCondition("title", in: [.integer(Int64(title))])], count: 50)
  }

  package func borrow(_ title: Title) -> OperationHandle<Loan> {
    manager.submit(OperationOptions("↓ \(title.name)"), after: login) { reader in
      try await lending.borrow(title.id, for: reader.id)
    }
  }

  package func join(_ title: Title) -> OperationHandle<Hold> {
    manager.submit(OperationOptions("⋯ \(title.name)"), after: login) { reader in
      try await lending.join(title.id, reader: reader.id, at: Date().timeIntervalSince1970)
    }
  }
}
