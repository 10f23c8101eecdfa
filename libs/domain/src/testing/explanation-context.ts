import type { ExplanationContext } from '../flow/reasons.ts';
import type { Explanation } from '../forecast/explain.ts';
import { textOf } from '../messages/english.ts';
import { noon } from './notation.ts';

/** Returns a context at noon, without external causes for a wait. */
export const explanationContext = (overrides: Partial<ExplanationContext> = {}): ExplanationContext => ({
  now: noon,
  blackouts: [],
  targets: new Map(),
  sources: new Map(),
  existingApprovers: null,
  comments: new Map(),
  ...overrides,
});

/** Returns the reasons of an explanation, one line each. */
export const reasonLines = ({ reasons }: Explanation): readonly string[] =>
  reasons.map(({ kind, message }) => `${kind}: ${textOf(message)}`);
