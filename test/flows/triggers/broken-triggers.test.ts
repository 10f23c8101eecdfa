import { bumpAccessVersion } from '@slipway/persistence/people';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;

interface Trigger {
  readonly id: string;
  readonly enabled: boolean;
}
interface Page {
  readonly content: readonly Trigger[];
}

const template = (changes: object = {}) =>
  rest.post<Release>('/templates', { title: 'Nightly build', phases: [{ tasks: [{ title: 'compile' }] }], ...changes });
const trigger = async (changes: object = {}) =>
  rest.post<Trigger>('/triggers', { title: 'Nightly', template: (await template()).id, periodicity: 3600, ...changes });

describe('a trigger that cannot create its releases', () => {
  const required = { variables: [{ key: 'version' }] };
  const reason = 'variables: a value is required for version';
  const brokenReasonsOf = async (id: string) =>
    (await rest.get<{ broken?: readonly string[] }>(`/triggers/${id}`)).broken;

  test('cannot be enabled until the reason is fixed', async () => {
    const from = (await template(required)).id;
    const body = { title: 'Needs', template: from, periodicity: 3600 };
    const refusal = `400 cannot enable trigger 'Needs': ${reason}`;
    expect(await rest.sendForError('POST', '/triggers', body)).toBe(refusal);
    const { id } = await rest.post<Trigger>('/triggers', { ...body, enabled: false });
    expect(await rest.sendForError('PUT', `/triggers/${id}/enable`)).toBe(refusal);
    expect(await rest.sendForError('PUT', `/triggers/${id}`, { enabled: true })).toBe(refusal);
    expect([(await rest.get<Trigger>(`/triggers/${id}`)).enabled, await brokenReasonsOf(id)]).toEqual([
      false,
      [reason],
    ]);
    await rest.put(`/triggers/${id}`, { enabled: true, variables: [{ key: 'version', value: '1' }] });
    expect([(await rest.get<Trigger>(`/triggers/${id}`)).enabled, await brokenReasonsOf(id)]).toEqual([
      true,
      undefined,
    ]);
  });

  test('is left out with its reasons when several triggers are enabled', async () => {
    const [good, bad] = [
      await trigger({ enabled: false }),
      await trigger({ enabled: false, template: (await template(required)).id }),
    ];
    const ids = [good.id, bad.id];
    const reasonMessages = [{ code: 'triggerFault.missingValues', params: expect.any(Object) }];
    const answer = { updatedIds: [good.id], refused: [{ id: bad.id, reasons: [reason], reasonMessages }] };
    expect(await rest.post('/triggers/enable', ids)).toEqual(answer);
    expect(await rest.post('/triggers/enable', ids)).toEqual({ ...answer, updatedIds: [] });
    expect(await rest.post('/triggers/disable', ids)).toEqual({ updatedIds: [good.id] });
  });

  test('is reported if a shared list does not contain its value, or a value does not match its variable', async () => {
    await rest.post('/config/Configuration/variables/global', {
      ...{ key: 'global.stages', type: 'rel.ListStringVariable', value: ['test', 'live'] },
    });
    const from = await template({
      variables: [
        { key: 'stage', requiresValue: false, valueProvider: { variable: 'global.stages' } },
        { key: 'count', type: 'rel.IntegerVariable', requiresValue: false },
      ],
    });
    const values = (stage: string, count: string) => [
      { key: 'stage', value: stage },
      { key: 'count', value: count },
    ];
    const { id } = await trigger({ template: from.id, enabled: false, variables: values('prod', 'many') });
    const reasons = [
      "variables.stage: 'prod' is not in the list of allowed values",
      'variables.count: expected a whole number',
    ];
    expect(await brokenReasonsOf(id)).toEqual(reasons);
    expect(await rest.sendForError('PUT', `/triggers/${id}/enable`)).toBe(
      `400 cannot enable trigger 'Nightly': ${reasons.join('; ')}`,
    );
    await rest.put(`/triggers/${id}`, { enabled: true, variables: values('live', '3') });
    expect(await brokenReasonsOf(id)).toBe(undefined);
    await rest.put(`/triggers/${id}`, { variables: values('${count}', '3') });
    expect(await rest.sendForError('POST', `/triggers/${id}/run`)).toContain(
      "variables.stage: '${count}' is not in the list of allowed values",
    );
  });

  test('can have warnings for values that have no effect', async () => {
    const warnings = ['variables.vresion: the template has no variable of this name; the value is ignored'];
    const created = await trigger({ enabled: false, variables: [{ key: 'vresion', value: '1' }] });
    const warningMessages = [{ code: 'triggerWarning.unknownVariable', params: { key: 'vresion' } }];
    expect(created).toMatchObject({ warnings, warningMessages });
    const enabled = { updatedIds: [created.id], warnings: [{ id: created.id, warnings, warningMessages }] };
    expect(await rest.post('/triggers/enable', [created.id])).toEqual(enabled);
    expect(await rest.put(`/triggers/${created.id}`, created)).toMatchObject({ enabled: false, warnings });
  });

  test('stays enabled if the reason occurs later, and is shown as broken', async () => {
    const people = peopleOf(product);
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Losing' });
    const author = await people.createUserWith(
      folder,
      'trigger#edit_trigger',
      'trigger#view_trigger',
      'template#create_release',
    );
    const plan = { title: 'Plan', phases: [{ tasks: [{ title: 'next', type: 'rel.CreateReleaseTask' }] }] };
    const query = `folderId=${encodeURIComponent(folder.id)}`;
    const from = await rest.post<Release>(`/templates?${query}`, { ...plan, scriptUsername: 'admin' });
    const { id } = await author.post<Trigger>('/triggers', { title: 'Loses', template: from.id, periodicity: 3600 });
    expect(await brokenReasonsOf(id)).toBe(undefined);
    await rest.post(`/templates/${from.id.split('/').at(-1)}/variables`, { key: 'version' });
    await rest.put(`/templates/${from.id}`, { scriptUsername: null });
    const reasons = [
      reason,
      expect.stringMatching(/^scriptUsername: the template needs a value, because task 'next' /),
      expect.stringMatching(/^the author of the trigger, 'user1', cannot create its release/),
    ];
    await product.database().query({ text: "delete from team_members where name = 'user1'" });
    await product.database().transaction((connection) => bumpAccessVersion(connection));
    const { content } = await rest.get<Page>(`/triggers?${query}`);
    expect(content).toMatchObject([{ id, enabled: true, broken: reasons }]);
    expect(await rest.get('/system/unresolved?kind=BROKEN_TRIGGER')).toMatchObject({
      counts: { BROKEN_TRIGGER: 1 },
      items: [{ id, title: 'Loses', container: { type: 'folder', id: folder.id, title: 'Losing' }, message: reason }],
    });
    expect(
      await rest.sendForError('POST', `/templates/${from.id}/start`, {
        releaseTitle: 'x',
        variables: { version: '1' },
      }),
    ).toMatch(/^400 scriptUsername: a value is required, because task 'next' /);
  });
});
