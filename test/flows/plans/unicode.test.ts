import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const { rest } = serve();
const act = createActionRunner(rest);

/**
 * Characters of two UTF-16 units, alone and after a character of one unit: a cut at any index splits a character in
 * one of the two titles.
 */
const wide = '🚂'.repeat(60);

test.each([wide, `é${wide}`])('a release completes if its log cuts titles within a character', async (title) => {
  const release = await startRelease(rest, { Build: [title, 'last'] }, { title });
  await act(release, 'fail', title, title);
  await act(release, 'retry', title, title);
  await act(release, 'complete', title, title);
  await act(release, 'complete', 'last', title);
  const { status } = await rest.get<Release>(`/releases/${release.id}`);
  expect([release.title, status]).toEqual([title, 'COMPLETED']);
});

test('a script completes if its output is cut within a character', async () => {
  const script = asJavaScript("console.log('é' + '🚂'.repeat(20_000))");
  const [output = ''] = await waitForComments(
    rest,
    await startRelease(rest, { Build: [scriptTask(script)] }),
    'run',
    'COMPLETED',
  );
  expect([output.isWellFormed(), output.startsWith('é🚂')]).toEqual([true, true]);
});
