import type { DurationLike } from "./sandglass.js";

/** Loads the parser, once. */
export function loadText(source?: URL | string | BufferSource): Promise<void>;

/**
 * Parses a duration: `90`, `1:30`, `25m`, `1h30m`, `1.5h`, `500ms`, `PT1H30M`.
 *
 * @throws {TimeTextError} with what is wrong, and what is accepted.
 */
export function duration(text: string): DurationLike & { readonly milliseconds: number };

/**
 * Parses an instant in RFC 3339, with its offset from UTC: `2027-01-01T00:00:00Z`, `2027-01-01T00:00:00+08:00`.
 *
 * @throws {TimeTextError} with what is wrong, and what is accepted.
 */
export function instant(text: string): Date;

export class TimeTextError extends Error {}
