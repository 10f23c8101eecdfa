import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';

const away = { SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 'x'.repeat(32) };
const { rest } = serve({ ...away, SCRIPT_COMPILE_MS: '500' });

test('without a runner that answers, a script cannot be tried', async () => {
  expect(await rest.refused('POST', '/scripts/test', { script: '1' })).toBe(
    '503 the script runner does not answer now: try again',
  );
});

test('without a runner that answers, a script that does not compile is saved without a warning', async () => {
  const tasks = [{ title: 'Deploy', type: 'rel.ScriptTask', script: 'a b' }];
  const made = await rest.post<object>('/templates', { title: 'Plan', phases: [{ title: 'Ship', tasks }] });
  expect(made).toMatchObject({ phases: [{ tasks: [{ script: 'a b' }] }] });
  expect(made).not.toHaveProperty('warnings');
});
