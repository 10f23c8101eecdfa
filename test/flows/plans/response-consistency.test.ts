import { describe, expect, test } from 'vitest';
import { serveSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, gate, idOf, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestResponse } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
/** A second process on the same database. It has not cached anything that the first one has read. */
const secondClient = serveSecondServer(product);

const bytesOf = ({ status, headers, text }: RestResponse) => ({ status, tag: headers.get('etag'), text });

/** Sends a change, and expects that a GET of both processes returns exactly its response. Returns the response. */
async function expectSameAsRead(method: 'POST' | 'PUT', path: string, body: unknown, at: (answer: Release) => string) {
  const reply = await rest.send(method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  const answer = reply.body as Release;
  for (const by of [secondClient, rest]) expect(bytesOf(await by.send('GET', at(answer)))).toEqual(bytesOf(reply));
  return answer;
}

const release = ({ id }: Release) => `/releases/${id}`;
const template = ({ id }: Release) => `/templates/${id}`;
const task = ({ id }: { readonly id: string }) => `/tasks/${id}`;

/** Unordered keys. JavaScript and PostgreSQL sort them differently. */
const unorderedMap = { zebra: 'z', b: '2', aa: '1', ä: '3', a: '0', 10: 'ten', 9: 'nine' };

const variables = [
  { type: 'rel.StringVariable', key: 'name', value: 'Ann', label: 'who', requiresValue: false },
  { key: 'secret', type: 'rel.PasswordStringVariable', value: 'hidden-from-all', requiresValue: false },
  { value: unorderedMap, key: 'map', type: 'rel.MapStringStringVariable', requiresValue: false },
  { value: ['b', 'a'], key: 'list', type: 'rel.ListStringVariable', requiresValue: false },
  { value: '2031-05-01T10:00:00+02:00', key: 'date', type: 'rel.DateVariable', requiresValue: false },
  { valueProvider: { z: 1, variable: 'x', values: [{ b: 1, a: 2 }] }, key: 'box', requiresValue: false },
];

/** A template with tasks of every kind, with all data that is stored outside the plan. */
const everything = (target: string, templateId: string) => ({
  title: 'Everything — все',
  scriptUsername: 'admin',
  description: 'What it is *for*: ${name}',
  scriptUserPassword: 'hidden-too',
  variableMapping: { title: '${name}' },
  attachments: [{ zz: 1, b: { d: null, c: [1.5, -0, 1e21] } }],
  tags: ['b', 'a'],
  plannedDuration: 7200,
  variables,
  phases: [
    {
      title: 'Build',
      description: 'of ${name}',
      color: '#ff0000',
      tasks: [
        {
          title: 'say ${name}',
          description: 'to ${name}',
          flagStatus: 'AT_RISK',
          flagComment: 'look',
          tags: ['y', 'x'],
        },
        { title: 'mapped', variableMapping: { title: '${name}', owner: '${name}' }, facets: [{ b: 1, a: 2 }] },
        {
          title: 'plugged',
          type: 'thing.Custom',
          zeta: unorderedMap,
          pythonScript: { type: 'x.Y', b: 1, a: { d: 1, c: 2 } },
        },
        gate('gate', 'one', 'two'),
        { title: 'waits', type: 'rel.GateTask', dependencies: [{ target }] },
        parallel('both', 'left', { title: 'right', dueDate: '2020-01-01T00:00:00Z' }),
      ],
    },
    {
      title: 'Ship',
      tasks: [
        { title: 'ask', type: 'rel.UserInputTask' },
        { title: 'make', type: 'rel.CreateReleaseTask', newReleaseTitle: 'Of ${name}', templateId },
      ],
    },
  ],
});

const create = { releaseTitle: 'Made of it', variables: { name: 'Bob', secret: 'hidden-again' } };

describe('the response of a change equals the next GET to the last byte', () => {
  test('from the creation of a template to the end of its release', async () => {
    const ended = await startRelease(rest, {});
    const child = await createTemplate(rest, {});
    const plan = await expectSameAsRead('POST', '/templates', everything(ended.id, child.id), template);
    await expectSameAsRead('PUT', template(plan), { description: 'another', variableMapping: unorderedMap }, template);
    await expectSameAsRead('POST', `${template(plan)}/copy`, { title: 'Like it' }, template);
    const created = await expectSameAsRead('POST', `${template(plan)}/create`, create, release);
    await expectSameAsRead(
      'PUT',
      release(created),
      { title: 'Renamed', dueDate: '2031-01-01T00:00:00Z', tags: ['c'] },
      release,
    );
    await expectSameAsRead('POST', `${release(created)}/start`, {}, release);
    for (const title of ['say ${name}', 'mapped', 'plugged']) {
      const path = `/tasks/${idOf(created, title)}`;
      await expectSameAsRead('POST', `${path}/comment`, { comment: 'first — до' }, task);
      await expectSameAsRead('PUT', path, { flagStatus: 'ATTENTION_NEEDED', flagComment: 'so so' }, task);
      await expectSameAsRead('POST', `${path}/complete`, { comment: 'done' }, task);
    }
    await expectSameAsRead('POST', `/tasks/${idOf(created, 'gate')}/fail`, { comment: 'no' }, task);
    await expectSameAsRead('PUT', release(created), { description: 'with comments in it' }, release);
    await expectSameAsRead('POST', `/tasks/${idOf(created, 'gate')}/skip`, { comment: 'then not' }, task);
    for (const title of ['left', 'right'])
      await expectSameAsRead('POST', `/tasks/${idOf(created, title)}/complete`, {}, task);
    await expectSameAsRead('POST', `/tasks/${idOf(created, 'ask')}/complete`, {}, task);
    expect((await rest.get<Release>(release(created))).status).toBe('COMPLETED');
  });

  test('for a restart, pause, resume and abort', async () => {
    const started = await startRelease(rest, { Build: ['a', 'b'], Ship: ['c'] });
    await expectSameAsRead('POST', `/tasks/${idOf(started, 'a')}/complete`, { comment: 'done' }, task);
    const phase = idOf(started, 'Build');
    const from = `fromPhaseId=${encodeURIComponent(phase)}&fromTaskId=${encodeURIComponent(idOf(started, 'a'))}`;
    const paused = await expectSameAsRead('POST', `${release(started)}/restart?${from}`, undefined, release);
    expect(paused.status).toBe('PAUSED');
    await expectSameAsRead('PUT', release(started), { description: 'copies among originals' }, release);
    await expectSameAsRead('POST', `${release(started)}/resume`, undefined, release);
    await expectSameAsRead('POST', `${release(started)}/abort`, { abortComment: 'enough' }, release);
  });

  test('for a release that overlaps a blackout, in a folder', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() + days * day).toISOString();
    await rest.post('/calendar/blackouts', { label: 'closed', startDate: at(1), endDate: at(3) });
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Inside' });
    const build = { title: 'Build', tasks: [{ title: 'later', scheduledStartDate: at(2), delayDuringBlackout: true }] };
    const body = { title: 'Planned', phases: [build] };
    const plan = await expectSameAsRead('POST', `/templates?folderId=${encodeURIComponent(folder.id)}`, body, template);
    const order = { releaseTitle: 'In the way', scheduledStartDate: at(2) };
    const created = await expectSameAsRead('POST', `${template(plan)}/create`, order, release);
    expect(created).toMatchObject({
      $metadata: { blackout: { conflicts: [{ title: 'In the way' }, { title: 'later' }] } },
    });
    await expectSameAsRead('POST', `${release(created)}/start`, {}, release);
    const otherFolder = { releaseTitle: 'Elsewhere', folderId: 'Applications' };
    await expectSameAsRead('POST', `${template(plan)}/create`, otherFolder, release);
    await expectSameAsRead('POST', `${template(plan)}/start`, { releaseTitle: 'At once' }, release);
  });

  test('for a chain of gates whose targets have ended, and for a gate with an open target', async () => {
    const ended = await startRelease(rest, {});
    const open = await startRelease(rest, { Build: ['work'] });
    const on = (title: string, target: string) => ({ title, type: 'rel.GateTask', dependencies: [{ target }] });
    const chain = await createTemplate(rest, {
      Build: [on('a', ended.id), on('b', ended.id)],
      Ship: [on('c', ended.id)],
    });
    const chained = await expectSameAsRead('POST', `${template(chain)}/create`, create, release);
    expect((await expectSameAsRead('POST', `${release(chained)}/start`, {}, release)).status).toBe('COMPLETED');
    const waiting = await createTemplate(rest, { Build: [on('a', ended.id), on('b', open.id), on('c', ended.id)] });
    const waits = await expectSameAsRead('POST', `${template(waiting)}/create`, create, release);
    expect((await expectSameAsRead('POST', `${release(waits)}/start`, {}, release)).status).toBe('IN_PROGRESS');
    await rest.post(`/tasks/${idOf(open, 'work')}/complete`, {});
    await expect.poll(async () => (await rest.get<Release>(release(waits))).status).toBe('COMPLETED');
  });

  test('for a release that one process creates from a template that another process has changed', async () => {
    const plan = await createTemplate(rest, { Build: ['work'] });
    const from = async (by: typeof rest) => {
      const reply = await by.send('POST', `${template(plan)}/create`, create);
      const answer = reply.body as Release;
      expect(bytesOf(await rest.send('GET', release(answer)))).toEqual(bytesOf(reply));
      return { description: answer.phases[0]?.tasks[0]?.description, tags: answer.tags };
    };
    expect(await from(secondClient)).toEqual({ description: undefined, tags: [] });
    await rest.put(`/tasks/${idOf(plan, 'work')}`, { description: 'as changed' });
    await rest.put(template(plan), { tags: ['changed'] });
    expect(await from(secondClient)).toEqual({ description: 'as changed', tags: ['changed'] });
  });
});
