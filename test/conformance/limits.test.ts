import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  createTemplate,
  fetchFormattedRelease,
  idOf,
  startRelease,
} from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/response-types.ts';
import { basicAuth, createRestClient } from '../harness/rest/rest-client.ts';

// rest-api.md, section Limits; the other rules are in compatibility.md, Answers
const { rest, url, archive } = serve();
const act = createActionRunner(rest);

interface Group {
  readonly page: number;
  readonly size: number;
}
const full = (query: string) =>
  rest.post<{ live: Group; archived: Group }>(`/releases/fullSearch${query}`, { tags: ['many'] });

beforeAll(async () => {
  const { id } = await createTemplate(rest, {}, { tags: ['many'] });
  const create = () => rest.post<Release>(`/templates/${id}/create`, { releaseTitle: 'One of many' });
  for (let created = 0; created < 101; created += 1) await create();
  for (let created = 0; created < 3; created += 1) {
    const release = await create();
    await rest.post(`/releases/${release.id}/abort`, {});
    await archive(release);
  }
});

test('Search resultsPerPage default: 100; Search page default: 0', async () => {
  const matches = await rest.post<Release[]>('/releases/search', { tags: ['many'] });
  expect(matches).toHaveLength(100);
  expect(await rest.post('/releases/search?page=0&resultsPerPage=100', { tags: ['many'] })).toEqual(matches);
  expect(await rest.post('/releases/search?page=1', { tags: ['many'] })).toHaveLength(1);
});

test('Full search archivePage default: equals page', async () => {
  const { live, archived } = await full('?page=1&resultsPerPage=2');
  expect([live, archived].map(({ page, size }) => [page, size])).toEqual([
    [1, 2],
    [1, 1],
  ]);
});

test('Full search archiveResultsPerPage default: equals resultsPerPage', async () => {
  const { live, archived } = await full('?resultsPerPage=2');
  expect([live.size, archived.size]).toEqual([2, 2]);
});

test.each(['template', 'planned release', 'started release'])('maxConcurrentReleases of a %s is 100', async (kind) => {
  const make = { template: createTemplate, 'planned release': createRelease, 'started release': startRelease }[kind]!;
  expect(await make(rest, { Build: ['work'] })).toMatchObject({ maxConcurrentReleases: 100 });
});

describe('phase copy', () => {
  test('is not allowed for completed phases', async () => {
    const release = await startRelease(rest, { Build: ['compile'], Ship: ['deploy'] });
    await act(release, 'complete', 'compile');
    expect(await rest.sendForError('POST', `/phases/${idOf(release, 'Build')}/copy?targetPosition=2`)).toMatch(
      /^409 cannot copy phase 'Build' .*COMPLETED$/,
    );
  });

  test('the position must be next to a planned or in-progress phase', async () => {
    const release = await startRelease(rest, { Build: ['compile'], Test: ['try'], Ship: ['deploy'] });
    await act(release, 'complete', 'compile');
    const path = `/phases/${idOf(release, 'Ship')}/copy?targetPosition`;
    expect(await rest.sendForError('POST', `${path}=0`)).toMatch(/^409 /);
    await rest.post(`${path}=2`);
    expect(await fetchFormattedRelease(rest, release)).toBe(
      'IN_PROGRESS Build+: compile+ | Test>: try> | Ship (copy).: deploy. | Ship.: deploy.',
    );
  });
});

describe('sizes and rates', () => {
  const padded = (bytes: number) => {
    const [head, tail] = ['{"title":"Big","extensions":[', '"x"]}'];
    const texts = `"${'x'.repeat(900_000)}",`.repeat(9);
    return `${head}${texts}${' '.repeat(bytes - head.length - texts.length - tail.length)}${tail}`;
  };
  const maxBytes = 8 * 1024 * 1024;

  test('a body of 8 MB is accepted', async () => {
    expect((await rest.send('POST', '/templates', padded(maxBytes))).status).toBe(200);
  });

  test('a larger body is refused', async () => {
    expect(await rest.sendForError('POST', '/templates', padded(maxBytes + 1))).toBe(
      `413 the body is larger than ${maxBytes} bytes`,
    );
  });

  test('a comment has at most 32768 characters', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    expect((await act(release, 'comment', 'work', 'x'.repeat(32_768))).comments).toHaveLength(1);
    const path = `/tasks/${idOf(release, 'work')}/comment`;
    expect(await rest.sendForError('POST', path, { comment: 'x'.repeat(32_769) })).toBe(
      '400 comment: expected at most 32768 characters',
    );
  });

  test('the eleventh failed login of a user name must wait, and other logins succeed', async () => {
    const guess = createRestClient(url, basicAuth('amy', 'guess'));
    for (let failed = 0; failed < 10; failed += 1) expect((await guess.send('GET', '/templates')).status).toBe(401);
    const { status, headers, text } = await guess.send('GET', '/templates');
    expect([status, text]).toEqual([429, 'too many failed logins, try again later\n']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await rest.send('GET', '/templates')).status).toBe(200);
  });
});
