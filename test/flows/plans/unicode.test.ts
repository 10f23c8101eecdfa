import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { acting, startedOf } from '../../harness/rest/plans.ts';
import { inJavaScript, saidOf, scripted } from '../../harness/rest/scripted.ts';
import type { Release } from '../../harness/rest/shapes.ts';

const { rest } = serve();
const act = acting(rest);

/** Of characters of two units and of one: wherever it is cut, one of the two has half a character there. */
const wide = '🚂'.repeat(60);

test.each([wide, `é${wide}`])(
  'a release runs whose titles have half a character where its log cuts them',
  async (title) => {
    const release = await startedOf(rest, { Build: [title, 'last'] }, { title });
    await act(release, 'fail', title, title);
    await act(release, 'retry', title, title);
    await act(release, 'complete', title, title);
    await act(release, 'complete', 'last', title);
    const { status } = await rest.get<Release>(`/releases/${release.id}`);
    expect([release.title, status]).toEqual([title, 'COMPLETED']);
  },
);

test('a script ends that prints more than a comment holds, with half a character where that is cut', async () => {
  const script = inJavaScript("console.log('é' + '🚂'.repeat(20_000))");
  const [said = ''] = await saidOf(rest, await startedOf(rest, { Build: [scripted(script)] }), 'run', 'COMPLETED');
  expect([said.isWellFormed(), said.startsWith('é🚂')]).toEqual([true, true]);
});
