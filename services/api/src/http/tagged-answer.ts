import type { TaggedText } from '../dependencies/answer-caches.ts';

/** The release that an answer is or belongs to, and the version under which the tag of the answer holds. */
interface TagOrigin {
  readonly tag: string;
  readonly releaseId: string;
  readonly version: number;
}

/** The answer of a route whose tag is known before it is written: a reader may have it already. */
export class TaggedAnswer<T> {
  /** the type of what is written; no value */
  declare readonly content: T;
  readonly tag: string;
  readonly releaseId: string;
  readonly version: number;
  /** Writes it, from the cache or as it is by then, perhaps under a later tag. Throws NotFound. */
  readonly write: () => Promise<TaggedText>;
  constructor({ tag, releaseId, version }: TagOrigin, write: () => Promise<TaggedText>) {
    this.tag = tag;
    this.releaseId = releaseId;
    this.version = version;
    this.write = write;
  }
}
