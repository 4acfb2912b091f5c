// For React from 19: `import type {} from "sandglass/react"`.

import type { SandGlassAttributes } from "./element.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "sand-glass": SandGlassAttributes;
    }
  }
}
