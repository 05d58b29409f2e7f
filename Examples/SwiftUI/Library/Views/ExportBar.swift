import StagecraftObservation
import StagecraftOperations
import StagecraftPools
import SwiftUI

/// Begins an export, and shows its progress while it runs.
struct ExportBar: View {
  let library: Library

  var body: some View {
    HStack {
      if let export = library.export, !export.state.isFinal {
        ProgressView(value: export.fractionCompleted)
        Button("Cancel") { export.operation.cancel() }
      } else {
        Button("Export") { library.exportBooks() }
      }
      Text("\(library.figures.onLoan) in use")
    }
  }
}
