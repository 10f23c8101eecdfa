import type { JobEnd } from '@slipway/domain/containers';

/** The place of a job cannot be reached now. A later attempt can succeed. */
export class PlaceUnavailable extends Error {
  override readonly name = 'PlaceUnavailable';
  /** the pause that the server requests, in milliseconds; null: none */
  readonly retryMs: number | null;
  constructor(text: string, retryMs: number | null = null) {
    super(text);
    this.retryMs = retryMs;
  }
}

/** The place of a job refuses a request. A repetition has the same result. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused';
}

/** The current state of a container at its place. */
export interface JobView {
  readonly state: 'waiting' | 'running' | 'ended';
  /** why it waits; empty: unknown */
  readonly detail: string;
  /** the log so far */
  readonly log: string;
  /** the result of an ended container */
  readonly end: JobEnd | null;
}
