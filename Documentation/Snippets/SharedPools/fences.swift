// Guards that compare fences.
// snippet.hide
import StagecraftSharedPools

struct Page: Sendable {}
struct Drawing: Sendable {}
struct Image: Sendable {}

func move(to page: Page) {}
func plot(_ drawing: Drawing) throws {}
func install(_ image: Image) {}

// snippet.show
/// The server that drives a scanner.
final class ScannerServer: Sendable {
  private let gate = FenceGate()

  func receive(_ page: Page, fence: Fence) throws {
    try gate.write(with: fence) { move(to: page) }
  }
}
// snippet.hide

// snippet.show
func print(_ drawing: Drawing, with lease: FencedLease<String>) throws {
  let gate = FileFenceGate("/var/lib/plotter/fence")
  try gate.write(with: lease.fence) { try plot(drawing) }
}
// snippet.hide

// snippet.show
let gate = FenceGate()

func flash(_ image: Image, fence: Fence) throws {
  try gate.write(with: fence) { install(image) }
}
// snippet.hide

func store(_ image: Image, fence: Fence, storedFence: Fence) throws {
  // snippet.show
  let gate = FenceGate(highest: storedFence)
  try gate.write(with: fence) { install(image) }
  // snippet.hide
}

let server = ScannerServer()
try server.receive(Page(), fence: Fence(7))
do {
  try server.receive(Page(), fence: Fence(6))
} catch let error as StaleFence {
  Swift.print(error)
}
