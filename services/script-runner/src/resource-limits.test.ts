import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sampleCorpus } from '../../../test/harness/test-length.ts';
import {
  expectNoHost,
  expectServing,
  hurriedSettings,
  patientSettings,
  startTestRunner,
  type TestRunner,
} from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner(hurriedSettings);
});
afterAll(() => running.stop());

const memory = ['OutOfMemory', 'Timeout', 'Crashed', 'RangeError'];

/** Scripts that block a runner or use too many resources, with the allowed ends of their runs. */
const greedyScripts: readonly (readonly [says: string, script: string, ends: readonly (string | null)[]])[] = [
  ['an endless loop', 'for (;;);', ['Timeout']],
  ['a loop that catches each error', 'for (;;) { try { for (;;); } catch {} }', ['Timeout']],
  ['a loop in finally', 'try { throw 1; } finally { for (;;); }', ['Timeout']],
  ['endless recursion', '(function f() { f(); })()', ['RangeError']],
  [
    'recursion that is caught and repeated',
    'function f() { try { f(); } finally { f(); } } f();',
    ['Timeout', 'RangeError'],
  ],
  ['a loop in a promise', 'Promise.resolve().then(() => { for (;;); }); 1', ['Timeout']],
  [
    'promises that create promises',
    'const f = () => Promise.resolve().then(f); f();',
    ['Timeout', 'OutOfMemory', 'Crashed'],
  ],
  ['an async loop', '(async () => { for (;;) await null; })()', ['Timeout', 'OutOfMemory', 'Crashed']],
  ['a promise that never settles', 'authenticated = new Promise(() => {}); 1', ['TypeError']],
  ['an unhandled rejection', 'Promise.reject(new Error("nobody")); 1', ['Error']],
  ['a thenable as result', 'result = 1; authenticated = { then() { for (;;); } };', ['TypeError']],
  ['an endless array', 'const a = []; for (;;) a.push({});', memory],
  ['an array of sixty million', 'new Array(60e6).fill({}); 1', memory],
  ['arrays of a million', 'const a = []; for (;;) a.push(new Array(1e6).fill(1.5));', memory],
  ['a string that doubles', 'let s = "ab"; for (;;) s += s;', memory],
  ['a string of strings', 'const a = []; for (;;) a.push("x".repeat(1e6).split("").join("y"));', memory],
  ['an endless map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, [i]);', memory],
  ['typed arrays', 'const a = []; for (;;) a.push(new Float64Array(1e6).fill(1));', memory],
  ['buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1e7));', memory],
  [
    'buffers that grow, which V8 does not count',
    'const a = []; for (;;) { const b = new ArrayBuffer(0, { maxByteLength: 1e7 }); b.resize(1e7); new Uint8Array(b).fill(1); a.push(b); }',
    memory,
  ],
  [
    'shared buffers that grow',
    'const a = []; for (;;) { const b = new SharedArrayBuffer(0, { maxByteLength: 1e7 }); b.grow(1e7); new Uint8Array(b).fill(1); a.push(b); }',
    memory,
  ],
  ['WebAssembly', 'new WebAssembly.Memory({ initial: 1000 })', ['ReferenceError']],
  ['a pattern with exponential backtracking', '/(a+)+$/.test("a".repeat(40) + "b")', ['Timeout']],
  [
    'a pattern with a million characters',
    'new RegExp("(".repeat(1e6))',
    ['SyntaxError', 'RangeError', 'Crashed', 'Timeout'],
  ],
  ['a tower of powers', 'let n = 9n; for (;;) n **= 9n;', memory],
  [
    'waiting on shared memory',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    ['Timeout', 'TypeError'],
  ],
  ['a result of ten million characters', 'result = 1; authenticated = "x".repeat(1e7);', ['Error']],
  ['a deeply nested result', 'let a = []; for (let i = 0; i < 900; i++) a = [a]; authenticated = a;', ['Error']],
  [
    'an inconsistent sort function',
    'const a = []; for (let i = 0; i < 1e6; i++) a.push(i); a.sort(() => { for (;;); });',
    ['Timeout'],
  ],
  [
    'an endless accessor',
    'Object.defineProperty(globalThis, "authenticated", { get() { for (;;); } }); 1',
    ['Timeout'],
  ],
  ['an endless conversion to JSON', 'result = 1; authenticated = { toJSON() { for (;;); } };', ['Timeout']],
  ['endless output', 'for (;;) print("x".repeat(1000));', ['Timeout', 'OutOfMemory', 'Crashed']],
  [
    'endless generated code',
    'for (let i = 0; ; i++) new Function("return " + i)();',
    ['Timeout', 'OutOfMemory', 'Crashed'],
  ],
  ['a name with a million characters', `${'x'.repeat(1e6)}`, ['ReferenceError']],
  ['a million nested parentheses', `${'('.repeat(1e6)}`, ['SyntaxError', 'RangeError']],
];

describe('a script that uses too many resources ends, and the next one is served', () => {
  test.each(sampleCorpus(greedyScripts))('%s', async (_, script, ends) => {
    const { error, ...rest } = await running.run({ script });
    // On a busy machine, the time limit may be reached first.
    expect([...ends, 'Timeout']).toContain(error?.type ?? null);
    expectNoHost({ error, ...rest });
    await expectServing(running);
  });
});

test('after all these scripts, no child exceeds its memory limit', () => {
  const { resident, data } = running.maxChildMb();
  expect(resident).toBeLessThan(330);
  expect(data).toBeLessThan(260);
});

test.each([
  ['objects', 'const a = []; for (;;) a.push({});'],
  ['arrays', 'const a = []; for (;;) a.push(new Array(1000).fill(1.5));'],
  ['texts', 'const a = []; for (let i = 0; ; i++) a.push("x".repeat(1e6) + i);'],
])('a child that cannot allocate memory for %s ends before the time limit of the script', async (_, script) => {
  // The isolate may use more memory than the child.
  const long = { size: 1, minimum: 0, maxQueueLength: 1, memoryMb: 1_000, dataMb: 150 };
  const limits = { ...patientSettings.limits, task: { ...patientSettings.limits.task, memoryMb: 1_000 } };
  const small = await startTestRunner({ ...patientSettings, limits, long });
  onTestFinished(() => small.stop());
  const { error } = await small.run({ script, purpose: 'task' });
  expect(error?.type).toBe('Crashed');
});
