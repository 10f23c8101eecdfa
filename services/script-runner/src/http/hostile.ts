import type { TestRunner } from '../testing.ts';
import { answered, type Run, runAnswered } from './testing.ts';

const reply = answered({
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
export const runHostile = (running: TestRunner, language: 'python' | 'javascript', script: string): Promise<Run> =>
  runAnswered(
    running,
    { language, script, inputs: { server: { id: 'Configuration/Custom/C1', url: 'http://a.test' } } },
    () => reply,
  );
