@MainActor @preconcurrency
public struct NavigationStack<Data, Root: View>: View {
  @MainActor @preconcurrency
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {}

  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct NavigationLink<Label: View, Destination: View>: PrimitiveView {}

extension NavigationLink where Destination == Never {
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {}
}

extension View {
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { EmptyView() }

  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    EmptyView()
  }

  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { EmptyView() }
}

@MainActor @preconcurrency public func withAnimation<Result>(
  _ body: () throws -> Result
) rethrows -> Result { try body() }
