import type { TaggedText } from '../dependencies/answer-caches.ts';

/** The release of a response, and its version, for which the tag of the response is valid. */
interface TagOrigin {
  readonly tag: string;
  readonly releaseId: string;
  readonly version: number;
}

/** A response whose tag is known before it is rendered, because the client may have it already. */
export class TaggedAnswer<T> {
  /** carries the type of the response; has no value */
  declare readonly content: T;
  readonly tag: string;
  readonly releaseId: string;
  readonly version: number;
  /** Renders the response, from the cache or in its present version, perhaps with a later tag. Throws NotFound. */
  readonly write: () => Promise<TaggedText>;
  constructor({ tag, releaseId, version }: TagOrigin, write: () => Promise<TaggedText>) {
    this.tag = tag;
    this.releaseId = releaseId;
    this.version = version;
    this.write = write;
  }
}
