import StagecraftLists
import Testing

@Suite
struct ListOriginTests {
  @Test
  func onlyCopiesAreEqual() {
    let desk = ListOrigin("desk")
    let copy = desk
    #expect(desk == copy)
    #expect(desk != ListOrigin("desk"))
    #expect(Set([desk, copy, ListOrigin("desk")]).count == 2)
  }

  @Test
  func descriptionContainsTheName() {
    #expect("\(ListOrigin("desk"))" == "desk")
    #expect("\(ListOrigin())".hasPrefix("origin "))
  }
}
