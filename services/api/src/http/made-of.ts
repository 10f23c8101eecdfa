import type { Standing } from '@slipway/persistence';

/** What an answer was made of. */
export interface Made {
  readonly tag: string;
  readonly standing: Standing;
  /** last segments of what it refers to and does not contain, whether that was found or not */
  readonly named: readonly string[];
}

const made = new WeakMap<object, Made>();

/** Notes what an answer was made of, for whoever sends it; the answer itself is what its schema says. */
export function noting<T extends object>(answer: T, of: Made): T {
  made.set(answer, of);
  return answer;
}

/** What an answer was made of; null for what has no tag, such as a list. */
export const madeOf = (answer: unknown): Made | null =>
  typeof answer === 'object' && answer !== null ? (made.get(answer) ?? null) : null;
