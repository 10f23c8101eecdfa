import type { Person } from '@slipway/engine';
import type { WatchedList } from '@slipway/wire';

/** One release or task that a stream watches. */
export interface Watch {
  readonly kind: 'release' | 'task';
  readonly written: string;
  /** what may be its last segment, the likeliest first */
  readonly candidates: readonly string[];
  /** of the release that it is or belongs to, where one was found */
  releaseId: string | null;
  /** the version that the stream was told last; undefined: none yet */
  told: number | null | undefined;
}

/** What one stream watches. */
export interface Watched {
  readonly ids: readonly Watch[];
  readonly lists: ReadonlySet<WatchedList>;
  readonly inbox: boolean;
}

/** A position as far back as everything goes that a client has not heard of, by the `Last-Event-ID` that it sends. */
export interface Earlier {
  /** names what the database keeps of changes */
  readonly era: string;
  /** when it was looked, in epoch milliseconds */
  readonly at: number;
  /** of the first transaction that may not have been seen */
  readonly from: number;
  /** the version of all grants under which it was told */
  readonly grants: number;
}

/** Who wants to watch what. */
export interface Opening {
  readonly person: Person;
  /** by what they were let in, and the id of that token or session */
  readonly login: { readonly by: string; readonly id: string | null };
  readonly watched: Watched;
  /** up to where they have heard before; null: they begin */
  readonly after: Earlier | null;
}

/** The event streams of a process. */
export interface Live {
  /** Begins a stream, until `leave` is called or it ends by itself. Throws TooManyRequests, Overloaded. */
  open(opening: Opening): { bytes(): AsyncGenerator<Buffer>; leave(): void };
  /** Ends all streams, and from now on each that is opened: their clients are to come back to another process. */
  drain(): void;
  /** The same, and waits until nothing is looked at any more. */
  stop(): Promise<void>;
}
