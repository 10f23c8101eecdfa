import { expect, test } from 'vitest';
import { createLoopDelayMeter } from '../harness/product/loop-delay.ts';
import { serveInOwnProcess } from '../harness/product/serve.ts';
import { noScriptRunnerEnv } from '../harness/product/service-process.ts';
import { createTemplate } from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/response-types.ts';
import { sampleCorpus } from '../harness/test-length.ts';

const loop = createLoopDelayMeter();
const { rest } = serveInOwnProcess({ ...noScriptRunnerEnv, ...loop.env });

const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const phases = (tasks: number, more: object = {}) =>
  many(20, (phase) => ({
    title: `P${phase}`,
    tasks: many(tasks / 20, (at) => ({ title: `t${at}`, tags: ['a'], description: 'A description. ', ...more })),
  }));

const large = async () => await createTemplate(rest, { P: [] }, { title: 'Large', phases: phases(2_000) });
const operations: readonly (readonly [string, () => Promise<() => Promise<unknown>>])[] = [
  ['a template of 3,000 tasks', async () => () => rest.post('/templates', { title: 'T', phases: phases(3_000) })],
  [
    'a release of 2,000 tasks',
    async () => {
      const { id } = await large();
      return () => rest.post<Release>(`/templates/${id}/create`, { releaseTitle: 'R' });
    },
  ],
  [
    'a PUT of an unchanged template of 2,000 tasks',
    async () => {
      const { id } = await large();
      const read = await rest.get<Release>(`/templates/${id}`);
      return () => rest.put(`/templates/${id}`, read);
    },
  ],
  [
    'a preview of a thousand tasks that wait for each other',
    async () => {
      const ids = many(1_001, (at) => `Task${String(at).padStart(8, '0')}x`);
      const tasks = ids.map((id) => ({ id, title: id }));
      const links = many(1_000, (at) => ({ source: ids[at + 1], target: ids[at] }));
      const group = { title: 'G', type: 'rel.ParallelGroup', tasks, links };
      const template = { title: 'Linked', phases: [{ title: 'P', tasks: [group] }] };
      const { id } = await rest.post<Release>('/templates', template);
      return () => rest.post(`/templates/${id}/preview`, { releaseTitle: 'R' });
    },
  ],
  [
    '1,000 variables',
    async () => {
      const { id } = await rest.post<Release>('/templates', { title: 'T' });
      return () =>
        rest.put(
          `/templates/${id}/variables`,
          many(1_000, (at) => ({ key: `k${at}`, value: 'x' })),
        );
    },
  ],
  [
    'texts of a megabyte with placeholders',
    async () => () =>
      rest.post('/templates', {
        title: 'T',
        phases: [{ title: 'P', tasks: [{ title: 't', description: '${a}'.repeat(250_000) }] }],
      }),
  ],
  ['200,000 values', async () => () => rest.post('/releases/search', { unknown: many(199_990, () => 0) })],
  ['50 task tags', async () => () => rest.post('/releases/search', { taskTags: many(50, (at) => `t${at}`) })],
  [
    'too many items',
    async () => () =>
      rest.send('POST', '/templates', JSON.stringify({ title: 'T', tags: many(140_000, (at) => `t${at}`) })),
  ],
];

/** In milliseconds. */
const maxDelay = 100;

test.each(sampleCorpus(operations))('a request at its limits does not delay other clients: %s', async (_, prepare) => {
  const work = await prepare();
  await work();
  await expect.poll(() => loop.measure(work), { interval: 100 }).toBeLessThan(maxDelay);
});
