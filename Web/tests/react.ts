// The compiler checks `react.d.ts` with this file, which is never run. It stands in for the types of React 19.

import type { JSX } from "react";
import type {} from "../module/react.js";

export const attributes: JSX.IntrinsicElements["sand-glass"] = { for: "3m", onfinish: () => {}, className: "large" };
