import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeTestEnvironment, homeDocument, openCodeTest } from './testing.ts';

let code: CodeTestEnvironment;
beforeAll(async () => {
  // Shorter than the computation for such a template: a transaction that is idle for this time is aborted.
  code = await openCodeTest({ idleTimeoutMs: 200 });
});
afterAll(() => code.close());

const of2000 = (description: string) =>
  homeDocument([
    {
      template: 'Huge',
      phases: Array.from({ length: 20 }, (_, phase) => ({
        phase: `Phase ${phase}`,
        tasks: Array.from({ length: 100 }, (__, task) => ({ name: `Task ${task}`, description, tags: ['one'] })),
      })),
    },
  ]);

test('creates, plans and changes a template with 2,000 tasks despite the idle timeout', async () => {
  const created = await code.apply(of2000('first'));
  expect(created.changes.map(({ action, path }) => [action, path])).toEqual([
    ['create', 'Home'],
    ['create', 'Home/Huge'],
  ]);
  expect((await code.apply(of2000('first'), 'undo')).changes).toEqual([]);
  const [change] = (await code.apply(of2000('second'))).changes;
  expect([change?.action, change?.fields.length]).toEqual(['update', 2_000]);
  expect((await code.apply(of2000('second'))).changes).toEqual([]);
});
