import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';

const unreachableRunnerEnv = { SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 'x'.repeat(32) };
const { rest } = serve({ ...unreachableRunnerEnv, SCRIPT_COMPILE_MS: '500' });

test('without a reachable runner, a test run of a script is refused', async () => {
  expect(await rest.sendForError('POST', '/scripts/test', { script: '1' })).toBe(
    '503 the script runner does not respond: try again',
  );
});

test('without a reachable runner, a script that does not compile is saved without a warning', async () => {
  const tasks = [{ title: 'Deploy', type: 'rel.ScriptTask', script: 'a b' }];
  const created = await rest.post<object>('/templates', { title: 'Plan', phases: [{ title: 'Ship', tasks }] });
  expect(created).toMatchObject({ phases: [{ tasks: [{ script: 'a b' }] }] });
  expect(created).not.toHaveProperty('warnings');
});

test('without a reachable runner, a check of a script finds no error', async () => {
  expect(await rest.post('/scripts/check', { script: 'a b' })).toEqual({ problems: [] });
});
