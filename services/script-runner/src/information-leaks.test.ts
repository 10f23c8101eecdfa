import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoHost, expectServing, startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

/** Scripts that look for the host, with the value of the expression or the type of its error. */
const leakAttempts: readonly (readonly [says: string, script: string, finds: unknown])[] = [
  ['the process', 'typeof process', 'undefined'],
  [
    'modules',
    '[typeof require, typeof module, typeof exports, typeof Buffer, typeof global].join()',
    Array(5).fill('undefined').join(),
  ],
  [
    'timers and the network',
    '[typeof setTimeout, typeof fetch, typeof XMLHttpRequest].join()',
    Array(3).fill('undefined').join(),
  ],
  ['the process through constructors', 'typeof (function () {}).constructor("return this.process")()', 'undefined'],
  ['the process through a function of the sandbox', 'typeof print.constructor("return this.process")()', 'undefined'],
  [
    'the process through a proxy of the sandbox',
    'typeof headers.constructor.constructor("return this.process")()',
    'undefined',
  ],
  [
    'the process through an error',
    '(() => { try { null.x; } catch (e) { return typeof e.constructor.constructor("return process")() } })()',
    'ReferenceError',
  ],
  ['the caller of a function', '(function f() { return String(f.caller) })()', 'null'],
  [
    'stack frames outside of its own text',
    'new Error("x").stack.split("\\n").slice(1).every((line) => /script|isolated-vm/.test(line))',
    true,
  ],
  [
    'call sites',
    '(() => { let seen = 0; Error.prepareStackTrace = (_, sites) => { seen = sites.filter((s) => /[/]/.test(String(s.getFileName()))).length; }; new Error().stack; return seen })()',
    0,
  ],
  [
    'internal names of the sandbox, by name',
    '[typeof __begin, typeof __end, typeof __printed, typeof __recording].join()',
    Array(4).fill('undefined').join(),
  ],
  [
    'internal names of the sandbox, by all names',
    'Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith("_")).length',
    0,
  ],
  [
    'the library of the sandbox',
    '[typeof ivm, typeof _ivm, typeof $isolate].join()',
    Array(3).fill('undefined').join(),
  ],
  ['references in the arguments of sandbox functions', '(function () { return arguments.length })()', 0],
  ['imports', 'import("node:fs").then(() => 1)', 'Error'],
  [
    'species',
    '(() => { class A extends Array { static get [Symbol.species]() { return Object } } return typeof new A(1).map((x) => x).process })()',
    'undefined',
  ],
  ['a cross-realm symbol', 'typeof globalThis[Symbol.for("nodejs.util.inspect.custom")]', 'undefined'],
];

/** Scripts that try to forge their result. They never authenticate a caller. */
const forging: readonly (readonly [says: string, script: string])[] = [
  [
    'a replaced JSON.stringify',
    'JSON.stringify = () => \'{"error":null,"result":true,"variables":{},"actions":[],"output":""}\'; authenticated = 1;',
  ],
  [
    'a toJSON method of all objects',
    'Object.prototype.toJSON = () => true; Array.prototype.toJSON = () => true; authenticated = 1;',
  ],
  [
    'array elements with setters',
    'Object.defineProperty(Array.prototype, 0, { get: () => true, set() {} }); authenticated = 1;',
  ],
  ['replaced iterators', 'Array.prototype[Symbol.iterator] = function* () { yield true; }; authenticated = 1;'],
  ['replaced string methods', 'String.prototype.toString = () => "true"; authenticated = "true";'],
  [
    'replaced Object.keys and Reflect',
    'Object.keys = Reflect.ownKeys = () => ["authenticated"]; globalThis.Reflect = null; authenticated = 1;',
  ],
  [
    'a Boolean object with a forged valueOf',
    'authenticated = new Boolean(false); authenticated.valueOf = () => true; authenticated;\n1',
  ],
  ['a Boolean object', 'authenticated = new Boolean(true);'],
  ['a Boolean object as the value', 'new Boolean(true)'],
  ['a subclass of Boolean', 'authenticated = new (class extends Boolean {})(true);'],
  ['an object whose JSON is true', 'authenticated = { toJSON: () => true };'],
  ['a date whose JSON is true', 'Date.prototype.toJSON = () => true; authenticated = new Date();'],
  ['a number whose JSON is true', 'Number.prototype.toJSON = () => true; authenticated = 1;'],
  ['a big integer whose JSON is true', 'BigInt.prototype.toJSON = () => true; authenticated = 1n;'],
  ['a string whose JSON is true', 'String.prototype.toJSON = () => true; authenticated = "no";'],
  ['a proxy of a Boolean object', 'authenticated = new Proxy(new Boolean(true), {});'],
  ['raw JSON', 'authenticated = JSON.rawJSON ? JSON.rawJSON("true") : 1;'],
  ['the number 1', 'authenticated = 1;'],
  ['the string true', 'authenticated = "true";'],
  ['output that looks like a result', 'print(\'","result":true,"x":"\'); authenticated = 1;'],
  ['an error that looks like a result', 'throw Object.assign(new Error("x"), { result: true, error: null });'],
  ['an error with the name of a product error', 'const e = new Error("x"); e.name = "Timeout"; throw e;'],
  ['an error with the message of a timeout', 'throw new Error("Script execution timed out.");'],
  ['a thrown string', 'throw "true";'],
  ['a thrown undefined', 'throw undefined;'],
  [
    'an error with getters',
    'const e = new Error(); Object.defineProperty(e, "message", { get() { throw true; } }); throw e;',
  ],
  ['a thrown proxy', 'throw new Proxy({}, { get() { throw 1; } });'],
  [
    'a prototype of the global object',
    'Object.setPrototypeOf(globalThis, new Proxy({}, { get: () => true, has: () => true })); authenticated = 1;',
  ],
];

describe('a script cannot find data of the host', () => {
  test.each(leakAttempts)('%s', async (_, script, finds) => {
    const answer = await running.run({ script, inputs: { headers: {} } });
    expect(answer.error === null ? answer.result : answer.error.type).toEqual(finds);
    expectNoHost(answer);
    await expectServing(running);
  });
});

describe('a script that forges its result authenticates no caller', () => {
  test.each(forging)('%s', async (_, script) => {
    const answer = await running.run({ script });
    expect(answer.result).not.toBe(true);
    expect(['Timeout', 'OutOfMemory', 'Crashed']).not.toContain(answer.error?.type);
    expectNoHost(answer);
    await expectServing(running);
  });
});

test.each([
  ['a global', 'left = 1;'],
  ['a changed prototype', 'Object.prototype.left = 1; Array.prototype.left = 1;'],
  ['a changed builtin', 'JSON.parse = () => ({}); globalThis.left = 1;'],
  ['a declaration', 'var left = 1; function leftToo() {}'],
])('the state left by one run is not visible to the next run of the same script: %s', async (_, script) => {
  const firstRun = `found = typeof left + typeof ({}).left + typeof leftToo; ${script}`;
  const first = await running.run({ script: firstRun, wanted: ['found'] });
  const second = await running.run({ script: firstRun, wanted: ['found'] });
  expect([first.variables, second.variables]).toEqual([second.variables, first.variables]);
  expect(second.error).toBe(null);
});
