// The program of the README, which `Scripts/release` also pastes into a new package.

import Sandglass

let tea = Countdown.started(.seconds(3))
for await reading in tea.readings {
  print(reading.clockFace)
}
print("Tea is ready.")
