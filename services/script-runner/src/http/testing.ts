import {
  effectKey,
  type HttpResponse,
  type JournalEntry,
  type ScriptEffect,
  type ScriptReply,
  type ScriptRequest,
  type ScriptRunResult,
} from '@slipway/script-protocol';
import type { TestRunner } from '../testing.ts';

/** The response of a server. */
export const serverReply = (overrides: Partial<HttpResponse> = {}): ScriptReply => ({
  value: { status: 200, reason: 'OK', url: 'http://server.test/', headers: [], body: { text: '' }, ...overrides },
});
export const refusedReply = (type: string, message: string): ScriptReply => ({ refused: { type, message } });

/** The result of a script, and the effects that it requested. */
interface Run {
  readonly answer: ScriptRunResult;
  readonly effects: readonly ScriptEffect[];
}

/** Returns the HTTP requests of a run, without the common members of effects. */
export const requestsOf = ({ effects }: Run): readonly object[] =>
  effects.flatMap((effect) => {
    if (effect.does !== 'http') return [];
    const { does: _, place: __, ...request } = effect;
    return [request];
  });

const maxEffects = 30;
const startedAt = 1_700_000_000_000;

/** Runs a script to its end. `answer` returns the reply to each effect; the clock advances by one second with each. */
export async function runAnswered(
  testRunner: TestRunner,
  request: Partial<ScriptRequest>,
  answer: (effect: ScriptEffect, nth: number) => ScriptReply,
): Promise<Run> {
  const effects: ScriptEffect[] = [];
  const entries: JournalEntry[] = [];
  for (;;) {
    const journal = { began: startedAt, seed: '0123456789abcdef'.repeat(2), entries };
    const result = await testRunner.run({ purpose: 'task', owner: 'Release1', ...request, journal });
    if (result.effect === undefined || effects.length === maxEffects) return { answer: result, effects };
    const at = startedAt + (entries.length + 1) * 1_000;
    entries.push({ said: effectKey(result.effect), at, reply: answer(result.effect, effects.length) });
    effects.push(result.effect);
  }
}

const hostileReply = serverReply({
  headers: [
    ['__proto__', 'p'],
    ['constructor', 'c'],
    ['hasOwnProperty', 'h'],
    ['toString', 't'],
    ['X-Id', '7'],
  ],
  body: { text: '{"__proto__": {"polluted": true}, "a": 1}' },
});
/** Runs a hostile script. The reply to each of its requests contains names that are dangerous to look up. */
export const runHostile = (testRunner: TestRunner, language: 'python' | 'javascript', script: string): Promise<Run> =>
  runAnswered(
    testRunner,
    { language, script, inputs: { server: { id: 'Configuration/Custom/C1', url: 'http://a.test' } } },
    () => hostileReply,
  );
