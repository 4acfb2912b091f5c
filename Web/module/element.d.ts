import type { Countdown } from "./sandglass.js";

/** `<sand-glass until="2027-01-01T00:00:00Z">` or `<sand-glass for="3m">`. */
export class SandGlass extends HTMLElement {
  /** The countdown; undefined while the element is not in a page, or if an attribute cannot be read. */
  readonly countdown: Countdown | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "sand-glass": SandGlass;
  }
}
