import StagecraftCaches
import StagecraftMemory

/// A book's cover.
struct Cover: Sendable, Hashable {
  var book: Int
  var bytes: Int
}

func makeCovers(
  limit: Int, maximumCount: Int = .max
) -> PurgeableCache<Int, Cover> {
  PurgeableCache("covers", limit: limit, maximumCount: maximumCount, under: nil) { $0.bytes }
}

struct CoverError: Error, Equatable {
  var book = 0
}
