import type { ExplanationContext } from '../flow/reasons.ts';
import type { Explanation } from '../forecast/explain.ts';
import { textOf } from '../messages/english.ts';
import { noon } from './notation.ts';

/** Noon, and nothing around a release that would hold it. */
export const explanationContext = (overrides: Partial<ExplanationContext> = {}): ExplanationContext => ({
  now: noon,
  blackouts: [],
  targets: new Map(),
  sources: new Map(),
  existingApprovers: null,
  comments: new Map(),
  ...overrides,
});

/** The reasons of an explanation, a line each. */
export const reasonLines = ({ reasons }: Explanation): readonly string[] =>
  reasons.map(({ kind, message }) => `${kind}: ${textOf(message)}`);
