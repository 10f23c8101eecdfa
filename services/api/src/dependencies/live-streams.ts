import type { WatchedList } from '@slipway/api-schema/live';
import type { Person } from '@slipway/engine';

/** One release or task that a stream watches. */
export interface WatchedObject {
  readonly kind: 'release' | 'task';
  readonly rawId: string;
  /** the candidates for its last segment, the most likely first */
  readonly candidates: readonly string[];
  /** of the release, or of the release of the task; undefined until it is found */
  releaseId: string | null;
  /** The version that the stream has sent last; undefined before the first. */
  lastSent: number | null | undefined;
}

/** The objects that one stream watches. */
export interface WatchTargets {
  readonly ids: readonly WatchedObject[];
  readonly lists: ReadonlySet<WatchedList>;
  readonly inbox: boolean;
}

/** A position before all changes that a client has not received, from its `Last-Event-ID`. */
export interface ResumePosition {
  /** identifies the change log of the database */
  readonly epoch: string;
  /** the time of the read, in epoch milliseconds */
  readonly at: number;
  /** the first transaction that the client may not have received */
  readonly from: number;
  /** The permission version of that position. */
  readonly grants: number;
}

/** The request for a stream. */
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
  /** Ends all streams, and each later one at once, so that clients connect to another process. */
  drain(): void;
  /** The same, and waits until all reads have ended. */
  stop(): Promise<void>;
}
