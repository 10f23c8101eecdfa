import type { WatchedList } from '@slipway/api-schema/live';
import type { Person } from '@slipway/engine';

/** One release or task that a stream watches. */
export interface WatchedObject {
  readonly kind: 'release' | 'task';
  readonly rawId: string;
  /** what may be its last segment, the likeliest first */
  readonly candidates: readonly string[];
  /** of the release that it is or belongs to, where one was found */
  releaseId: string | null;
  /** The version that the stream has sent last; undefined before the first. */
  lastSent: number | null | undefined;
}

/** What one stream watches. */
export interface WatchTargets {
  readonly ids: readonly WatchedObject[];
  readonly lists: ReadonlySet<WatchedList>;
  readonly inbox: boolean;
}

/** A position before all changes that a client has not received, from its `Last-Event-ID`. */
export interface ResumePosition {
  /** names what the database keeps of changes */
  readonly epoch: string;
  /** when it was looked, in epoch milliseconds */
  readonly at: number;
  /** of the first transaction that may not have been seen */
  readonly from: number;
  /** The permission version of that position. */
  readonly grants: number;
}

/** Who wants to watch what. */
export interface StreamRequest {
  readonly person: Person;
  /** The kind of login, and the id of the token or session. */
  readonly login: { readonly by: string; readonly id: string | null };
  readonly watched: WatchTargets;
  /** The position of the client; null for a new stream. */
  readonly after: ResumePosition | null;
}

/** The event streams of a process. */
export interface LiveStreams {
  /** Opens a stream, until `leave` is called or it ends. Throws TooManyRequests, Overloaded. */
  open(streamRequest: StreamRequest): { bytes(): AsyncGenerator<Buffer>; leave(): void };
  /** Ends all streams, and from now on each that is opened: their clients are to come back to another process. */
  drain(): void;
  /** The same, and waits until nothing is looked at any more. */
  stop(): Promise<void>;
}
