import { type ReadonlySignal, signal } from '@preact/signals';
import { Away, sentenceOf } from './refused.ts';
import { withSameParts } from './same-parts.ts';
import { together } from './together.ts';

/** What is answered to a question that becomes another one now and then. */
export interface Answers<Value> {
  /** to the question before, until this one is answered; undefined: nothing yet, or this one was refused */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly refusal: ReadonlySignal<string | null>;
  /** Whether the answer is to the question as it is now: a key in it leads on in no other one. */
  isCurrent(): boolean;
  refresh(): Promise<void>;
}

/** Sends a query whenever it changes; `ask` returns undefined to keep the earlier answer. */
export function answersTo<Question, Value>(
  question: () => Question,
  ask: (asked: Question) => Promise<Value | undefined>,
): Answers<Value> {
  const value = signal<Value | undefined>(undefined);
  const refusal = signal<string | null>(null);
  let answered: Question | undefined;
  const refresh = together(async () => {
    const asked = question();
    try {
      const answer = await ask(asked);
      if (answer !== undefined) value.value = withSameParts(value.peek(), answer);
      answered = asked;
      refusal.value = null;
    } catch (error) {
      if (error instanceof Away) return;
      // After a failed refresh, the earlier answer is still shown.
      if (answered !== asked) value.value = undefined;
      refusal.value = sentenceOf(error);
    }
  });
  return { value, refusal, isCurrent: () => answered === question(), refresh };
}
