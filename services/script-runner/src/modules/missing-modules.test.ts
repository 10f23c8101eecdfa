import { expect, test } from 'vitest';
import { defaultSettings } from '../pool/settings.ts';
import { patientSettings, startTestRunner } from '../testing.ts';
import { MissingModules, ModuleStore } from './module-store.ts';
import { runWithModules } from './run-with-modules.ts';
import { jar } from './testing.ts';

const order = { does: 'run', key: 'a', language: 'python', memoryMb: 32, timeMs: 1_000, body: '{}' } as const;
const translate = async () => JSON.stringify({ code: '', needs: [] });

test('a jar that is evicted while a script runs is requested again', async () => {
  const store = new ModuleStore(translate);
  const { digest, text } = jar({ 'acme.py': 'x = 1' });
  store.store(text, { 'acme.py': 'x = 1' });
  const run = runWithModules(store, [digest], order, async () => {
    store.store(' '.repeat(63_999_990), {});
    return { reply: { missing: [`${digest}/acme.py`], ranMs: 1 }, isLate: false, ms: 1 };
  });
  await expect(run).rejects.toThrow(MissingModules);
});

test('a script whose child repeatedly requests the same module is not repeated forever', async () => {
  const store = new ModuleStore(translate);
  const { digest, text } = jar({ 'acme.py': 'x = 1' });
  store.store(text, { 'acme.py': 'x = 1' });
  let runs = 0;
  const { reply } = await runWithModules(store, [digest], order, async () => {
    runs += 1;
    return { reply: { missing: [`${digest}/acme.py`] }, isLate: false, ms: 1 };
  });
  expect([runs, reply?.error?.message]).toEqual([2, 'a module is imported that its jar does not have']);
});

test.each([
  ['17 jars of 4 MB', 17, 'x'],
  ['one jar whose JSON exceeds the limit of a request', 1, '\0'],
])('a script that may import from %s fails with the limit', async (_, count, sign) => {
  const running = await startTestRunner();
  const modules = Array.from({ length: count }, (_, at) => jar({ [`m${at}.py`]: `#${sign.repeat(4_000_000)}` }));
  try {
    const { error } = await running.run({ language: 'python', purpose: 'trial', script: '__import__("m0")', modules });
    expect(error).toEqual({
      type: 'ImportError',
      message: 'the modules of the plugins that the script may import from are more than a script runner keeps',
      line: null,
    });
  } finally {
    await running.stop();
  }
});

test('a module whose translation has failed is translated again the next time', async () => {
  const running = await startTestRunner({
    ...patientSettings,
    compiling: { ...defaultSettings.compiling, size: 1 },
  });
  const acme = jar({ 'first.py': 'x = 1', 'second.py': 'x = 2' });
  const runScript = async (name: string) => {
    const script = `import ${name}\nresult = ${name}.x`;
    return await running.run({ language: 'python', purpose: 'webhook', script, modules: [acme] });
  };
  try {
    expect(await running.client.compile('python', 'x = 1')).toBeNull();
    const translating = running.runner.pids().at(-1) ?? 0;
    process.kill(translating, 'SIGSTOP');
    const translations = ['first', 'second'].map(runScript);
    await expect.poll(() => running.runner.counts().waiting).toBe(1);
    process.kill(translating, 'SIGKILL');
    const types = (await Promise.all(translations)).map(({ error }) => error?.type);
    expect(types.toSorted()).toEqual(['SyntaxError', undefined]);
    const secondRun = await Promise.all(['first', 'second', 'first', 'second', 'first', 'second'].map(runScript));
    expect(secondRun.map(({ error }) => error)).toEqual(Array(6).fill(null));
  } finally {
    await running.stop();
  }
});
