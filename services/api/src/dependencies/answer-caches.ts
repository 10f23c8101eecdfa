import { type Cache, createCache } from './lru-cache.ts';

/** An answer as JSON, and its tag. */
export interface TaggedText {
  readonly tag: string;
  readonly json: string | Buffer;
}

/** The cached responses of a process. They are used only while the database confirms their validity. */
export interface AnswerCaches {
  /** the references of an answer and their versions, by kind and id */
  readonly references: Cache<{ readonly version: number; readonly references: readonly string[] }>;
  /** the text and its last tag, by kind, id and audience */
  readonly texts: Cache<TaggedText>;
}

/** 16 MB of texts: about 250 releases of 50 tasks. References take a few hundred bytes each. */
export const createAnswerCaches = (): AnswerCaches => ({
  references: createCache(4_000_000, ({ references }) => 100 + 120 * references.length),
  texts: createCache(16_000_000, ({ json }) => 100 + json.length),
});
