import Sandglass

/// The programs of the workload `sleep`, one for each way to sleep.
///
/// Each program creates its own tasks, so that they hold only what they need in order to sleep.
enum SleepPrograms {
  static let all: [String: Program] = [
    "timekeeper": { request in
      let timekeeper = Timekeeper()
      return Sleeping(request).measure { delays, record in
        let origin = timekeeper.now.nanoseconds
        for delay in delays {
          let deadline = Moment(nanoseconds: origin + delay)
          Task.immediateDetached {
            try? await timekeeper.sleep(until: deadline)
            record.note()
          }
        }
      }
    },
    "timekeeper-clock": { request in
      let clock = Timekeeper()
      return Sleeping(request).measure { delays, record in
        let origin = clock.now.nanoseconds
        for delay in delays {
          let deadline = Moment(nanoseconds: origin + delay)
          Task.immediateDetached {
            try? await Task.sleep(until: deadline, clock: clock)
            record.note()
          }
        }
      }
    },
    "task-sleep": { request in
      Sleeping(request).measure { delays, record in
        let origin = ContinuousClock.now
        for delay in delays {
          let deadline = origin + .nanoseconds(Int64(delay))
          Task.immediateDetached {
            try? await Task.sleep(until: deadline, clock: .continuous)
            record.note()
          }
        }
      }
    },
  ]
}
