import type { ExplanationContext } from '../flow/reasons.ts';
import type { Explanation } from '../insight/explain.ts';
import { noon } from './notation.ts';

/** Noon, and nothing around a release that would hold it. */
export const around = (more: Partial<ExplanationContext> = {}): ExplanationContext => ({
  now: noon,
  blackouts: [],
  targets: new Map(),
  sources: new Map(),
  askers: null,
  comments: new Map(),
  ...more,
});

/** The reasons of an explanation, a line each. */
export const told = ({ reasons }: Explanation): readonly string[] =>
  reasons.map(({ kind, sentence }) => `${kind}: ${sentence}`);
