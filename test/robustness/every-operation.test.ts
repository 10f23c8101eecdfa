import { expect, test } from 'vitest';
import { isLong, length, wholeSystemMs } from '../harness/length.ts';
import { peopleOf } from '../harness/people/people.ts';
import { loopDelay } from '../harness/product/loop-delay.ts';
import { serveApart } from '../harness/product/serve.ts';
import { basic } from '../harness/rest/rest.ts';
import type { Release } from '../harness/rest/shapes.ts';
import { type Largest, largestRequests } from './largest.ts';
import type { Document } from './requests.ts';

const loop = loopDelay();
const served = serveApart(loop.env);
const { rest, url } = served;

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

/** The operations with the longest delays of the long version, which the short version sends, too. */
const worst: ReadonlySet<string> = new Set([
  'POST /templates/{templateId}/start',
  'GET /dsl/export/{templateId}',
  'GET /dsl/preview/{templateId}',
  'PUT /phases/{phaseId}',
  'POST /phases/{releaseId}/phase',
  'PUT /tasks/{taskId}',
  'POST /triggers/{triggerId}/run',
  'GET /releases/{releaseId}',
  'PUT /releases/{releaseId}',
  'POST /tasks/{taskId}/complete',
]);

/** A page shows as many plans as there are: its own limits are 50,000 tasks and 64 MB (docs/reference/configuration.md). */
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

const head = 'apiVersion: xl-release/v1\nkind: Templates\nspec:\n';
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
/** Files at the limits of parsers. */
const files: readonly (readonly [string, string, readonly string[]])[] = [
  ['four YAML files of 4.4 MB', '/as-code/plan', Array(4).fill(head + lines(245_000, (at) => `- a: ${at} in a row`))],
  ['YAML with 245,000 names', '/as-code/plan', [head + lines(245_000, (at) => `  a${at}: ${at}`)]],
  [
    'YAML with 100,000 tasks',
    '/as-code/plan',
    [`${head}- {template: T, phases: [{tasks: [${'{name: a},'.repeat(1e5)}]}]}`],
  ],
  ['YAML 60,000 levels deep', '/as-code/plan', [head + '['.repeat(60_000)]],
  [
    'an import with 870,000 mentions',
    '/templates/import',
    [JSON.stringify({ title: 'T', tags: Array(4).fill('${a}'.repeat(217_500)) })],
  ],
  ['a jar that is no jar', '/plugins', ['x'.repeat(19_000_000)]],
];

test.each(files)('%s: the event loop is not delayed', async (_, path, texts) => {
  const send = async () => {
    const form = new FormData();
    for (const [at, text] of texts.entries()) form.append('file', new Blob([text]), `f${at}.yaml`);
    const headers = basic('admin', 'admin');
    const answer = await fetch(`${url()}/api/v1${path}`, { method: 'POST', headers, body: form });
    expect([answer.status, await answer.text()]).toMatchObject([400, expect.stringMatching(/./)]);
  };
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best > longest; attempt += 1)
    best = Math.min(best, await loop.during(send));
  expect(best).toBeLessThan(longest);
  expect(best).toBeGreaterThan(0);
});

test('no operation at its limits delays other clients', async () => {
  const all = largestRequests(await rest.get<Document>('/openapi.json'), await idsOf());
  const largest = all.filter(({ call }) => !pages.includes(call));
  expect(largest.length).toBeGreaterThan(100);
  expect(largest.filter(({ call }) => worst.has(call))).toHaveLength(worst.size);
  const requests = largest.filter(({ call }) => isLong || worst.has(call));
  const late: string[] = [];
  for (const request of requests) {
    const held = await heldUpBy(request);
    if (held > longest) late.push(`${request.call}: ${held} ms`);
  }
  expect(late).toEqual([]);
});

test('concurrent requests for large pages wait for each other, and each gets its response', async () => {
  await rest.post<Release>('/templates', { title: 'Another', ...planned });
  await rest.post<Release>('/templates', { title: 'A third', ...planned });
  const answers = await Promise.all(Array.from({ length: 6 }, () => rest.send('GET', '/templates?resultsPerPage=3')));
  const counts = answers.map(({ status, body }) => [status, Array.isArray(body) && body.length]);
  expect(counts).toEqual(Array(6).fill([200, 3]));
});

test('documents with more characters than apply reads are not generated', async () => {
  const tasks = Array.from({ length: 6 }, (_, at) => ({ title: `t${at}`, description: 'x'.repeat(900_000) }));
  await rest.post<Release>('/templates', { title: 'Long texts', phases: [{ title: 'P', tasks }] });
  const answer = await fetch(`${url()}/devops-as-code/generate`, { headers: basic('admin', 'admin') });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    '{"errors":{"generic":"path: the documents have more than 5000000 characters: name a folder below"}}',
  ]);
});

/** Takes an answer without keeping it. */
async function taken(path: string, username: string, signal: AbortSignal | null = null) {
  const answer = await fetch(url() + path, { headers: basic(username, 'admin'), signal });
  let bytes = 0;
  for await (const part of answer.body!) bytes += part.length;
  return { status: answer.status, bytes };
}

test('large answers that many users ask for at once do not delay other clients', {
  timeout: wholeSystemMs,
}, async () => {
  const people = peopleOf(served);
  const users = Array.from({ length: length({ short: 6, long: 24 }) }, (_, at) => `reader${at}`);
  for (const name of users) await people.user(name);
  await people.role('Readers', ['admin'], users);
  const megabytes = length({ short: 2, long: 7 });
  const tasks = Array.from({ length: megabytes }, (_, at) => ({
    title: `t${at}`,
    description: 'text '.repeat(199_000),
  }));
  const { id } = await rest.post<Release>('/templates', { title: 'Large 0', phases: [{ title: 'P', tasks }] });
  const templates = length({ short: 3, long: 80 });
  for (let at = 1; at < templates; at += 1) await rest.post(`/templates/${id}/copy`, { title: `Large ${at}` });

  const listed = length({ short: 3, long: 11 });
  const list = `/api/v1/templates?title=Large&resultsPerPage=${listed}`;
  const lists = async () => {
    const answers = await Promise.all(users.map((name) => taken(list, name)));
    expect(answers.filter(({ status, bytes }) => status !== 200 || bytes < listed * megabytes * 990_000)).toEqual([]);
  };
  const generated = async () => {
    const leaving = new AbortController();
    const [stays, ...leave] = users.map((name, at) =>
      taken('/devops-as-code/generate', name, at === 0 ? null : leaving.signal).catch(() => null),
    );
    await rest.get('/openapi.json');
    leaving.abort();
    await Promise.all(leave);
    // those that have left keep no place
    expect([(await stays)?.status, (await taken('/devops-as-code/generate', 'admin')).status]).toEqual([400, 400]);
  };
  for (const work of [lists, generated]) {
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && best > longest; attempt += 1)
      best = Math.min(best, await loop.during(work));
    expect(best).toBeLessThan(longest);
  }
  expect(served.output()).not.toContain('MaxListenersExceededWarning');
});
