import StagecraftSharedPools
import StagecraftTestKit

let sharedPoolMisuses: [Misuse] = [
  Misuse("a log with a negative limit", says: "The log cannot keep -1 entries") {
    _ = MemoryLeaseStore(logLimit: -1)
  },
  Misuse("faults in none of the requests", says: "One in 0 requests cannot fail") {
    FaultStore(MemoryLeaseStore()).scatterFaults(oneIn: 0, seed: 1)
  },
]
