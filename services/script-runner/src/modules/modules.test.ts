import type { ModuleSet, ScriptRequest } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoHost, startTestRunner, type TestRunner } from '../testing.ts';
import { jar } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(async () => await running.stop());

const runScript = (script: string, modules: readonly ModuleSet[], overrides: Partial<ScriptRequest> = {}) =>
  running.run({ language: 'python', purpose: 'trial', script, modules, packaged: true, ...overrides });

describe('a script of a jar', () => {
  const acme = jar({
    'acme/client.py':
      'from acme import words\nimport deep.er\nclass Client(object):\n    def say(self):\n        return words.hello + deep.er.x',
    'acme/words.py': 'hello = "hello "',
    'deep/er.py': 'x = "there"',
    'acme/computed.py': 'x = 1',
    'acme/broken.py': '\nx = = 1',
  });

  test('imports its modules and their imports', async () => {
    const script = 'from acme.client import Client\nresult = Client().say()';
    for (const owner of ['Release1', 'Release1', 'Release2']) {
      expect(await runScript(script, [acme], { owner })).toMatchObject({ error: null, result: 'hello there' });
    }
  });

  test('imports a module by a computed name', async () => {
    const script = `names = ['computed', 'words', 'nothing']
found = []
for name in names:
    try:
        found.append(__import__('acme.' + name, fromlist=['x']).__name__)
    except ImportError, e:
        found.append(str(e))
    finally:
        print name
result = found`;
    const nothing = 'No module named acme.nothing: not among the modules that scripts can import';
    expect(await runScript(script, [acme])).toMatchObject({
      error: null,
      result: ['acme.computed', 'acme.words', nothing],
      output: 'computed\nwords\nnothing\n',
    });
  });

  test('gets the position of an error in a module, and the position of an exception', async () => {
    expect((await runScript('import json\nimport acme.broken', [acme])).error).toEqual({
      type: 'SyntaxError',
      message: 'invalid syntax',
      line: 2,
      at: { file: 'acme/broken.py', line: 2 },
    });
  });

  test('does not find modules of other jars', async () => {
    const otherJar = jar({ 'other/lib.py': 'x = 1' });
    const use = 'import other.lib\nprint other.lib.x';
    await runScript(use, [otherJar]);
    const { error } = await runScript(use, [acme]);
    expect(error).toMatchObject({ type: 'ImportError', line: 2 });
  });

  test('reads the present text of its jar', async () => {
    const script = 'from acme.lib import x\nresult = x';
    const versions = [1, 2].map((x) => jar({ 'acme/lib.py': `x = ${x}` }));
    const results = [];
    for (const version of versions) results.push((await runScript(script, [version])).result);
    expect(results).toEqual([1, 2]);
  });

  test('may be a webhook script', async () => {
    const overrides = { purpose: 'webhook' } as const;
    const script = 'from acme.words import hello\nauthenticated = hello == "hello "';
    expect(await runScript(script, [acme], overrides)).toMatchObject({ error: null, result: true });
  });
});

describe('the limits of modules', () => {
  test('a run with endless modules is stopped, and the next run has the correct result', async () => {
    const endless = jar({ 'a.py': 'while True:\n    try:\n        pass\n    except:\n        pass', 'b.py': 'x = 1' });
    const answer = await runScript('import a', [endless], { purpose: 'eventFilter' });
    expect(answer.error).toMatchObject({ type: 'Timeout' });
    expectNoHost(answer);
    expect(await runScript('import b\nresult = b.x', [endless])).toMatchObject({ error: null, result: 1 });
  });

  test('all repetitions of a run share one time limit', async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`m${at}.py`, 'x = 1']));
    const script = `import time
for n in range(12):
    until = time.time() + 0.05
    while time.time() < until:
        pass
    __import__('m%d' % n)`;
    const { error } = await runScript(script, [jar(files)], { purpose: 'eventFilter' });
    expect(error).toMatchObject({ type: 'Timeout', message: 'the script took longer than 250 ms' });
  });

  test('a jar with an invalid module does not affect other jars', async () => {
    const odd = jar({ 'a.py': `x = (${'('.repeat(1_000)}`, 'b.py': 'exec in x', 'c.py': 'x = 3' });
    for (const name of ['a', 'b'])
      expect((await runScript(`import ${name}`, [odd])).error?.at?.file).toBe(`${name}.py`);
    expect(await runScript('import c\nresult = c.x', [odd])).toMatchObject({ error: null, result: 3 });
  });
});

test('a restarted runner receives the modules again', async () => {
  const words = jar({ 'words.py': 'x = 5' });
  const otherJar = await startTestRunner();
  try {
    expect(
      await otherJar.run({
        language: 'python',
        purpose: 'trial',
        script: 'import words\nresult = words.x',
        modules: [words],
      }),
    ).toMatchObject({ error: null, result: 5 });
  } finally {
    await otherJar.stop();
  }
});
