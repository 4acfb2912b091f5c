/** The whole element, in one file that imports nothing. All times are milliseconds. */

/** A duration: `{ minutes: 3, seconds: 30 }`. */
export interface ElementDuration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

export interface SandGlassEventMap {
  /** The run has reached its end: once for each run, and never early. */
  finish: CustomEvent<{
    /** When the run ended, in milliseconds since 1970, however late the page noticed it. */
    readonly moment: number;
  }>;

  /** The remaining time has fallen to a milestone. */
  milestone: CustomEvent<{ readonly milestone: number; readonly moment: number }>;

  /** An attribute cannot be read. The message says what is accepted. */
  refused: CustomEvent<{ readonly attribute: string; readonly value: string | null; readonly message: string }>;
}

/** `<sand-glass until="2027-01-01T00:00:00Z">` or `<sand-glass for="3m">`. */
export class SandGlass extends HTMLElement {
  /** `idle` without a run: before the element is in a page, and without an attribute that can be read. */
  readonly state: "idle" | "running" | "paused" | "finished";

  /** The exact remaining time. */
  readonly remaining: number;

  /** The whole duration of the run, including extensions. */
  readonly total: number;

  /** The displayed number of seconds. */
  readonly shown: number;

  /** The displayed time as a clock face, `1:05`, whatever the format is. */
  readonly clockFace: string;

  /** Pauses, and keeps the exact remaining time. Like each of these methods, it returns whether it was possible. */
  pause(): boolean;
  resume(): boolean;

  /** Begins the run of the attributes again. */
  restart(): boolean;

  /** Adds to the remaining time; a negative duration shortens it. */
  extend(duration: ElementDuration): boolean;

  addEventListener<Type extends keyof SandGlassEventMap>(
    type: Type, listener: (this: SandGlass, event: SandGlassEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof SandGlassEventMap>(
    type: Type, listener: (this: SandGlass, event: SandGlassEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions,
  ): void;
}

/** The attributes, for JSX. */
export interface SandGlassAttributes {
  readonly until?: string;
  readonly for?: string;
  readonly "at-end"?: string;
  readonly milestones?: string;
  readonly announcement?: string;
  readonly format?: string;
  readonly lang?: string;
  readonly id?: string;
  readonly class?: string;
  readonly className?: string;
  readonly slot?: string;
  readonly part?: string;
  readonly style?: unknown;
  readonly title?: string;
  readonly key?: string | number | null;
  readonly ref?: unknown;
  readonly children?: unknown;
  readonly [attribute: `aria-${string}` | `data-${string}` | `on${string}`]: unknown;
}

declare global {
  interface HTMLElementTagNameMap {
    "sand-glass": SandGlass;
  }

  // React from 19 has a namespace of its own; see `react.d.ts`.
  namespace JSX {
    interface IntrinsicElements {
      "sand-glass": SandGlassAttributes;
    }
  }
}
