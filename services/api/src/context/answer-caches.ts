import { createKept, type Kept } from './bounded-cache.ts';

/** An answer as JSON, and its tag. */
export interface TaggedText {
  readonly tag: string;
  readonly json: string | Buffer;
}

/** What one process remembers of answers. Nothing of it is believed before the database has said how things stand. */
export interface Answers {
  /** under which version something refers to what, by kind and id */
  readonly references: Kept<{ readonly version: number; readonly references: readonly string[] }>;
  /** the text under the last tag, by kind, id and audience */
  readonly texts: Kept<TaggedText>;
}

/** 16 MB of texts are some 250 releases of 50 tasks; references cost a few hundred bytes each. */
export const createAnswers = (): Answers => ({
  references: createKept(4_000_000, ({ references }) => 100 + 120 * references.length),
  texts: createKept(16_000_000, ({ json }) => 100 + json.length),
});
