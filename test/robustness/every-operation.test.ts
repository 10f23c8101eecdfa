import { expect, test } from 'vitest';
import { loopDelay } from '../harness/product/loop-delay.ts';
import { serveApart } from '../harness/product/serve.ts';
import type { Release } from '../harness/rest/shapes.ts';
import { type Largest, largestRequests } from './largest.ts';
import type { Document } from './requests.ts';

const loop = loopDelay();
const { rest } = serveApart(loop.env);

const tasks = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `t${at}`, description: '${a} ${b}' }));
const planned = {
  variables: [{ key: 'a', value: 'x' }],
  phases: [
    { title: 'P', tasks: [{ title: 'first' }, { title: 'G', type: 'rel.ParallelGroup', tasks: tasks(400) }] },
    { title: 'Q', tasks: tasks(1_500) },
  ],
};

/** What the names in paths stand for: parts of a template, or of a release that runs, of 2,000 tasks. */
async function idsOf(): Promise<Readonly<Record<string, string>>> {
  const template = await rest.post<Release>('/templates', { title: 'T', ...planned });
  const release = await rest.post<Release>(`/templates/${template.id}/start`, { releaseTitle: 'R' });
  const [phase] = release.phases;
  const trigger = await rest.post<{ id: string }>('/triggers', {
    ...{ title: 'Hourly', template: template.id, pollType: 'REPEAT', periodicity: '3600', releaseTitle: 'R' },
  });
  const config = await rest.post<{ id: string }>('/config', {
    ...{
      type: 'events.PostWebhookEndpoint',
      title: 'E',
      path: 'e',
      authentication: { type: 'events.NoAuthentication' },
    },
  });
  const of = (id: string | undefined) => id ?? 'none';
  return {
    templateId: template.id,
    releaseId: release.id,
    containerId: release.id,
    targetId: release.id,
    phaseId: of(phase?.id),
    groupId: of(phase?.id),
    taskId: of(phase?.tasks[0]?.id),
    variableId: of(release.variables[0]?.id),
    folderId: 'Applications',
    triggerId: trigger.id,
    configurationId: config.id,
    endpointId: config.id,
  };
}

/** In milliseconds, of the longest delay of the event loop. */
const longest = 100;
/** Other work of the machine delays one attempt, a request delays all. */
const attempts = 3;

/** A page shows as many plans as there are: its own limits are 50,000 tasks and 64 MB (docs/configuration.md). */
const pages = ['GET /folders/{folderId}/templates', 'GET /folders/{folderId}/releases'];

async function heldUpBy({ method, path, body }: Largest): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best > longest; attempt += 1) {
    const took = await loop.during(async () => {
      const reply = await rest.send(method as 'POST', path, body);
      expect(reply.status < 500 ? '' : `${method} ${path}: ${reply.text}`).toBe('');
    });
    best = Math.min(best, took);
  }
  return Math.round(best);
}

test('no operation at its limits delays other clients', async () => {
  const all = largestRequests(await rest.get<Document>('/openapi.json'), await idsOf());
  const largest = all.filter(({ call }) => !pages.includes(call));
  expect(largest.length).toBeGreaterThan(100);
  const requests = largest;
  const late: string[] = [];
  for (const request of requests) {
    const held = await heldUpBy(request);
    if (held > longest) late.push(`${request.call}: ${held} ms`);
  }
  expect(late).toEqual([]);
});
