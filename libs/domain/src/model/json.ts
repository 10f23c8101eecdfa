/** A JSON value that is kept and answered as it came. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Milliseconds since the epoch, UTC. */
export type Instant = number;

/** Whether a value is an object with members. */
export const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
