import Foundation

/// Runs each piece of a task on a thread of its own, so that blocking there delays no other task.
package final class OwnThreads: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
