import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Phase, Release, Task } from '../../harness/rest/response-types.ts';

const { rest } = serve();

describe('texts are returned unchanged', () => {
  test.each([
    ['every script', 'Выпуск 発売 إصدار 릴리스 Ὀδύσσεια'],
    ['characters outside the basic plane', '🚀 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧‍👦'],
    ['composed and decomposed letters, which stay different', 'é é'],
    ['right to left marks', 'a‏b‎c'],
    ['syntax of other languages', `'; drop table releases; -- "<b>&amp;</b>" \\ \\u0041 %s {{x}} $& $1`],
    ['spaces around it', '  padded  '],
    ['line ends and tabs', 'one\ntwo\r\nthree\tfour'],
    ['a placeholder without a variable', '${nothing} $ {} ${'],
    ['a long text', 'long '.repeat(200)],
  ])('%s', async (_, text) => {
    const release = await startRelease(
      rest,
      { [`Phase ${text}`]: [{ title: `Task ${text}`, description: text, tags: [text] }] },
      {
        title: `Release ${text}`,
        tags: [text],
        variables: [{ key: 'text', value: text }],
      },
    );
    const read = await rest.get<Release>(`/releases/${release.id}`);
    expect(read).toEqual(release);
    expect(read).toMatchObject({
      title: `Release ${text}`,
      tags: [text],
      variables: [{ value: text }],
      phases: [{ title: `Phase ${text}`, tasks: [{ title: `Task ${text}`, description: text, tags: [text] }] }],
    });
    const matches = await rest.get<Release[]>(
      `/releases/byTitle?releaseTitle=${encodeURIComponent(`Release ${text}`)}`,
    );
    expect(matches.map(({ id }) => id)).toEqual([release.id]);
    expect((await rest.post<Release[]>('/releases/search', { tags: [text] })).map(({ id }) => id)).toEqual([
      release.id,
    ]);
    const { comments } = await rest.post<Task>(`/tasks/${release.phases[0]?.tasks[0]?.id}/comment`, {
      comment: `say ${text}`,
    });
    expect(comments[0]?.text).toBe(`say ${text}`);
  });

  test('in the titles of folders, and in paths of titles', async () => {
    const outer = await rest.post<Folder>('/folders/Applications', { title: 'Продукты & 製品' });
    const inner = await rest.post<Folder>(`/folders/${outer.id}`, { title: '100 %' });
    const byPath = encodeURIComponent('Продукты & 製品/100 %');
    expect(await rest.get<Folder>(`/folders/find?byPath=${byPath}`)).toMatchObject({ id: inner.id, title: '100 %' });
  });
});

describe('dates', () => {
  const fields = ['scheduledStartDate', 'dueDate'] as const;
  const kinds: [string, (body: object) => Promise<Release | Phase | Task>][] = [
    ['a template', (body) => createTemplate(rest, {}, { ...body })],
    ['a release', async (body) => rest.put<Release>(`/releases/${(await createRelease(rest, {})).id}`, body)],
    [
      'a phase',
      async (body) => rest.put<Phase>(`/phases/${(await createRelease(rest, { A: [] })).phases[0]?.id}`, body),
    ],
    [
      'a task',
      async (body) =>
        rest.put<Task>(`/tasks/${(await createRelease(rest, { A: ['a'] })).phases[0]?.tasks[0]?.id}`, body),
    ],
  ];
  const inputs: [string | number, string][] = [
    ['2030-06-15T14:30:00+02:00', '2030-06-15T12:30:00.000+00:00'],
    ['2030-06-15T14:30:00.123+0200', '2030-06-15T12:30:00.123+00:00'],
    ['2030-06-15T07:00:00-05:30', '2030-06-15T12:30:00.000+00:00'],
    ['2030-06-15T12:30:00Z', '2030-06-15T12:30:00.000+00:00'],
    [Date.parse('2030-06-15T12:30:00.5Z'), '2030-06-15T12:30:00.500+00:00'],
    ['2028-02-29T23:59:59.999+00:00', '2028-02-29T23:59:59.999+00:00'],
  ];
  test.each(kinds.flatMap(([kind, make]) => inputs.map(([text, shown]) => ({ thing: kind, make, text, shown }))))(
    '$text of $thing is the instant $shown',
    async ({ make, text, shown }) => {
      const created = await make({ scheduledStartDate: text, dueDate: text });
      expect(fields.map((field) => created[field])).toEqual([shown, shown]);
    },
  );

  test.each(['2030-02-30T00:00:00Z', '2030-06-15T12:30:00', '2030-06-15', 'tomorrow', ' ', true, {}, '25:00'])(
    '%j is not a date',
    async (dueDate) => {
      expect(await rest.sendForError('POST', '/templates', { title: 'When?', dueDate })).toBe(
        '400 dueDate: expected a date with an offset, or epoch milliseconds',
      );
    },
  );

  test('null removes a date', async () => {
    const release = await createRelease(rest, {}, { dueDate: '2030-06-15T12:30:00Z' });
    expect(release).toHaveProperty('dueDate', '2030-06-15T12:30:00.000+00:00');
    expect(await rest.put(`/releases/${release.id}`, { dueDate: null })).not.toHaveProperty('dueDate');
  });

  test('a task that waits for its date is PENDING, and starts on command', async () => {
    const release = await startRelease(rest, {
      Build: [{ title: 'later', scheduledStartDate: '2040-01-01T09:00:00+01:00' }],
    });
    const [later] = release.phases[0]!.tasks;
    expect(later).toMatchObject({ status: 'PENDING', scheduledStartDate: '2040-01-01T08:00:00.000+00:00' });
    expect(await rest.post(`/tasks/${later!.id}/startNow`, { comment: 'why wait' })).toMatchObject({
      status: 'IN_PROGRESS',
    });
  });

  test('a task with a date in the past starts at once', async () => {
    const release = await startRelease(rest, {
      Build: [{ title: 'late', scheduledStartDate: '2001-01-01T09:00:00+01:00' }],
    });
    expect(release.phases[0]!.tasks[0]).toMatchObject({ status: 'IN_PROGRESS' });
  });
});
