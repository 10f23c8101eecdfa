import type { TestRunner } from '../testing.ts';
import { type Run, runAnswered, serverReply } from './testing.ts';

const reply = serverReply({
  headers: [
    ['__proto__', 'p'],
    ['constructor', 'c'],
    ['hasOwnProperty', 'h'],
    ['toString', 't'],
    ['X-Id', '7'],
  ],
  body: { text: '{"__proto__": {"polluted": true}, "a": 1}' },
});
/** Runs a script that means harm; each of its requests is answered by names that are dangerous to look up. */
export const runHostile = (testRunner: TestRunner, language: 'python' | 'javascript', script: string): Promise<Run> =>
  runAnswered(
    testRunner,
    { language, script, inputs: { server: { id: 'Configuration/Custom/C1', url: 'http://a.test' } } },
    () => reply,
  );
