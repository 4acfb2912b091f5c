import type { Timekeeper } from "./sandglass.js";

export interface FollowOptions {
  /** The timekeeper whose countdowns follow the clock; the shared one by default. */
  readonly timekeeper?: Timekeeper;

  /** The URL or the bytes of `sandglass-trusted.wasm`; by default, the file next to this module. */
  readonly source?: URL | string | BufferSource;

  /** What sends the requests; the browser's `fetch` by default. */
  readonly fetch?: typeof fetch;
}

/**
 * Lets all countdowns to instants follow a server's clock. Countdowns that are started before the server has answered
 * wait, and those that run already are corrected.
 *
 * @param url The server's time route, such as `/time`.
 * @returns The clock, when the first requests have been answered or have failed. It then asks again by itself.
 * @throws If `sandglass-trusted.wasm` cannot be loaded.
 */
export function follow(url: string | URL, options?: FollowOptions): Promise<TrustedClock>;

/** A clock that asks a server for the time. */
export class TrustedClock {
  /** The interval that contains the true time, in milliseconds since 1970; undefined if the time is not known. */
  readonly interval: { readonly earliest: number; readonly latest: number } | undefined;

  /** Asks the server now. Returns whether the time is known then. */
  synchronize(): Promise<boolean>;

  /** Calls `listener` after each answer that was taken. */
  on(type: "answer", listener: (interval: { readonly earliest: number; readonly latest: number }) => void): () => void;

  /** Stops asking. */
  close(): void;
}
