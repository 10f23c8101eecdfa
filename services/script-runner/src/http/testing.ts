import type { ScriptRequest } from '@slipway/scripts';
import {
  type HttpAnswer,
  type JournalEntry,
  type ScriptAnswer,
  type ScriptEffect,
  type ScriptReply,
  saidOf,
} from '@slipway/scripts';
import type { TestRunner } from '../testing.ts';

/** What a server answers: the rest is plain. */
export const answered = (more: Partial<HttpAnswer> = {}): ScriptReply => ({
  value: { status: 200, reason: 'OK', url: 'http://server.test/', headers: [], body: { text: '' }, ...more },
});
export const refused = (type: string, message: string): ScriptReply => ({ refused: { type, message } });

/** The result of a script, and its requests. */
export interface Run {
  readonly answer: ScriptAnswer;
  readonly effects: readonly ScriptEffect[];
}

/** The requests among them, without what every effect has. */
export const ordersOf = ({ effects }: Run): readonly object[] =>
  effects.flatMap((effect) => {
    if (effect.does !== 'http') return [];
    const { does: _, place: __, ...order } = effect;
    return [order];
  });

const most = 30;
const began = 1_700_000_000_000;

/** Runs a script to its end, each effect being answered by `answer`; one second goes by with each. */
export async function runAnswered(
  running: TestRunner,
  request: Partial<ScriptRequest>,
  answer: (effect: ScriptEffect, nth: number) => ScriptReply,
): Promise<Run> {
  const effects: ScriptEffect[] = [];
  const entries: JournalEntry[] = [];
  for (;;) {
    const journal = { began, seed: '0123456789abcdef'.repeat(2), entries };
    const told = await running.ask({ purpose: 'task', owner: 'Release1', ...request, journal });
    if (told.effect === undefined || effects.length === most) return { answer: told, effects };
    const at = began + (entries.length + 1) * 1_000;
    entries.push({ said: saidOf(told.effect), at, reply: answer(told.effect, effects.length) });
    effects.push(told.effect);
  }
}
