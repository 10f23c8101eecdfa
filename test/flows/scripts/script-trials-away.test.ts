import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';

const { rest } = serve({ SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 'x'.repeat(32) });

test('without a runner that answers, a script cannot be tried', async () => {
  expect(await rest.refused('POST', '/scripts/test', { script: '1' })).toBe(
    '503 the script runner does not answer now: try again',
  );
});
