import type { Whole } from '../context/answer-caches.ts';

/** An answer whose tag is known before it is rendered, which may turn out not to be needed. */
export class Tagged {
  readonly tag: string;
  /** the release that it is or belongs to, and the version under which the tag holds */
  readonly releaseId: string;
  readonly version: number;
  /** Renders it as it is by then, perhaps under a later tag. Throws NotFound. */
  readonly whole: () => Promise<Whole>;
  constructor(
    known: { readonly tag: string; readonly releaseId: string; readonly version: number },
    whole: () => Promise<Whole>,
  ) {
    this.tag = known.tag;
    this.releaseId = known.releaseId;
    this.version = known.version;
    this.whole = whole;
  }
}
