import { maxVersions } from '@slipway/domain/versions';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, formatRelease, gate, idOf, parallel } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface Version {
  readonly number: number;
  readonly author?: string;
  readonly time?: string;
  readonly changes: readonly { readonly message: string; readonly code: string }[];
  readonly changeCount: number;
}
interface Comparison {
  readonly differences: readonly {
    readonly part: string;
    readonly change: string;
    readonly title: string;
    readonly details: readonly { readonly sentence: string }[];
  }[];
  readonly differenceCount: number;
}
interface Restored {
  readonly template: Release;
  readonly changed: boolean;
  readonly missingSecrets: readonly { readonly part: string; readonly title: string; readonly field: string }[];
}

const versionsOf = ({ id }: Release, query = '', client: RestClient = rest) =>
  client.get<readonly Version[]>(`/templates/${id}/versions${query}`);
const linesOf = (versions: readonly Version[]) =>
  versions.map(
    ({ number, author, changes }) => `${number} ${author}: ${changes.map(({ message }) => message).join('; ')}`,
  );
const restore = ({ id }: Release, number: number, client: RestClient = rest) =>
  client.post<Restored>(`/templates/${id}/versions/${number}/restore`);
const countRows = async (id: string): Promise<number> =>
  (await product.database().query({ text: 'select from template_versions where release_id = $1' }, [id])).length;
const differencesOf = async ({ id }: Release, number: number, query = '') => {
  const { differences } = await rest.get<Comparison>(`/templates/${id}/versions/${number}/differences${query}`);
  return differences.map(
    ({ part, change, title, details }) =>
      `${part} ${title} ${change}${details.map(({ sentence }) => `; ${sentence}`).join('')}`,
  );
};

const plan = { Build: ['compile', gate('ready?', 'yes'), parallel('group', 'unit', 'lint')], Ship: ['deploy'] };

describe('the history of a template', () => {
  test('has one version for each change, with its author and its changes', async () => {
    const template = await createTemplate(rest, plan, { title: 'History' });
    const ann = await people.createUserWith(template, 'template#view', 'template#edit');
    await ann.put(`/tasks/${idOf(template, 'compile')}`, { title: 'build' });
    await rest.put(`/templates/${template.id}`, { title: 'Later', variables: [{ key: 'v', value: 'x' }] });
    // without a change
    await rest.put(`/templates/${template.id}`, { title: 'Later' });
    const versions = await versionsOf(template);
    const { username } = await ann.get<{ readonly username: string }>('/me');
    expect(linesOf(versions)).toEqual([
      "3 admin: Updated release 'Later': title from 'History' to 'Later'; Created variable 'v' of release 'Later'",
      `2 ${username}: Updated task 'build': title from 'compile' to 'build'`,
      "1 admin: Created template 'History'",
    ]);
    expect(versions[0]).toMatchObject({ time: expect.stringMatching(/^20/), changeCount: 2 });
    expect((await versionsOf(template, '?page=1&resultsPerPage=2')).map(({ number }) => number)).toEqual([1]);
    expect(await differencesOf(template, 1, '?to=2')).toEqual(["task build changed; title from 'compile' to 'build'"]);
    expect(await differencesOf(template, 2)).toEqual([
      "template Later changed; title from 'History' to 'Later'",
      'variable v added',
    ]);
    expect(await differencesOf(template, 3)).toEqual([]);
    const first = await rest.get<Release>(`/templates/${template.id}/versions/1`);
    expect([first.title, first.status, formatRelease(first)]).toEqual(['History', 'TEMPLATE', formatRelease(template)]);
    expect(first.variables).toEqual([]);
  });

  test('has no other versions, and releases have none', async () => {
    const template = await createTemplate(rest, { Build: ['a'] });
    const unknown = "404 there is no version '7' of this template";
    expect(await rest.sendForError('GET', `/templates/${template.id}/versions/7`)).toBe(unknown);
    expect(await rest.sendForError('GET', `/templates/${template.id}/versions/1/differences?to=7`)).toBe(unknown);
    expect(await rest.sendForError('POST', `/templates/${template.id}/versions/7/restore`)).toBe(unknown);
    expect(await rest.sendForError('GET', `/templates/${template.id}/versions/1e3`)).toMatch(/^404 /);
    const release = await createRelease(rest, { Build: ['a'] });
    expect(await rest.sendForError('GET', `/templates/${release.id}/versions`)).toMatch(/^404 there is no template/);
  });

  test(`keeps the newest ${maxVersions} versions, and none of a deleted template`, async () => {
    const template = await createTemplate(rest, { Build: ['a'] }, { title: 'First' });
    await rest.put(`/templates/${template.id}`, { title: 'Second' });
    const id = template.id.slice(template.id.lastIndexOf('/') + 1);
    await product.database().query(
      {
        text: `insert into template_versions select release_id, n, author, changed_at, changes, change_count,
          '{"addedPhases": [], "addedTasks": []}' from template_versions, generate_series(3, ${maxVersions}) n
          where release_id = $1 and number = 2`,
      },
      [id],
    );
    for (const title of ['Third', 'Fourth']) await rest.put(`/templates/${template.id}`, { title });
    const versions = await versionsOf(template, `?resultsPerPage=${maxVersions + 50}`);
    expect([versions.length, versions[0]?.number, versions.at(-1)?.number]).toEqual([maxVersions, maxVersions + 2, 3]);
    expect((await restore(template, 3)).template.title).toBe('Second');
    await rest.sendForNoContent('DELETE', `/templates/${template.id}`);
    expect(await countRows(id)).toBe(0);
  });

  test('is deleted with its folder', async () => {
    const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Deleted' });
    const template = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'In it' });
    const id = template.id.slice(template.id.lastIndexOf('/') + 1);
    expect(await countRows(id)).toBe(1);
    await rest.sendForNoContent('DELETE', `/folders/${folder.id}`);
    expect(await countRows(id)).toBe(0);
  });

  test('of a template with 2,000 tasks stores only what a change replaced', async () => {
    const phases = Array.from({ length: 20 }, (_, phase) => [
      `Phase ${phase}`,
      Array.from({ length: 100 }, (_, task) => ({ title: `Task ${phase}.${task}`, description: 'x'.repeat(200) })),
    ]);
    const template = await createTemplate(rest, Object.fromEntries(phases), { title: 'Large' });
    const id = template.id.slice(template.id.lastIndexOf('/') + 1);
    const storedBytes = async () => {
      const [row] = await product.database().query<{ readonly bytes: number }>(
        {
          text: `select pg_column_size(undo)::int as bytes from template_versions where release_id = $1
            order by number desc limit 1`,
        },
        [id],
      );
      return row?.bytes ?? 0;
    };
    const [first, second] = template.phases;
    await rest.put(`/tasks/${first!.tasks[0]!.id}`, { title: 'Other' });
    expect(await storedBytes()).toBeLessThan(1_000);
    await rest.post(`/phases/${first!.id}/tasks?position=0`, { title: 'First' });
    expect(await storedBytes()).toBeLessThan(20_000);
    await rest.sendForNoContent('DELETE', `/phases/${second!.id}`);
    expect(await storedBytes()).toBeLessThan(40_000);
    const { template: restored } = await restore(template, 1);
    expect(formatRelease(restored)).toBe(formatRelease(template));
    expect(restored.phases[1]!.tasks[99]).toMatchObject({ title: 'Task 1.99', description: 'x'.repeat(200) });
  });
});

describe('a restore', () => {
  test('gives the template the content of the version, as a new version', async () => {
    const template = await createTemplate(rest, plan, { title: 'Restored', variables: [{ key: 'v', value: 'x' }] });
    const phase = template.phases[0]!;
    await rest.sendForNoContent('DELETE', `/phases/${phase.id}`);
    await rest.put(`/templates/${template.id}`, { title: 'Other', variables: [] });
    const { template: restored, changed, missingSecrets } = await restore(template, 1);
    expect([changed, missingSecrets, formatRelease(restored)]).toEqual([true, [], formatRelease(template)]);
    expect(restored).toMatchObject({ title: 'Restored', variables: [{ key: 'v', value: 'x' }] });
    // deleted parts get their ids again, because no other object has them
    expect(restored.phases[0]!.id).toBe(phase.id);
    expect(restored.phases[0]!.tasks[1]).toMatchObject({ title: 'ready?', conditions: [{ title: 'yes' }] });
    const [latest] = await versionsOf(template);
    expect([latest?.number, latest?.changes[0]?.message]).toEqual([4, "Restored version 1 of template 'Other'"]);
    const log = await rest.get<readonly { readonly message: string }[]>(`/activities/${template.id}`);
    expect(log.map(({ message }) => message)).toContain("Restored version 1 of template 'Other'");
    expect(await differencesOf(template, 1)).toEqual([]);
    expect(await restore(template, 1)).toMatchObject({ changed: false });
    expect((await versionsOf(template)).length).toBe(4);
  });

  test('keeps the present secrets, and lists those that are not stored anymore', async () => {
    const password = (key: string, value: string) => ({ key, type: 'rel.PasswordStringVariable', value });
    const template = await createTemplate(
      rest,
      { Build: [{ title: 'mail', type: 'rel.NotificationTask' }, { title: 'a' }] },
      { variables: [password('kept', 'secret-1'), password('lost', 'secret-2')] },
    );
    const body = await rest.get<Release>(`/templates/${template.id}`);
    const [kept] = body.variables;
    await rest.put(`/templates/${template.id}`, { title: 'x', variables: [{ ...kept, value: 'secret-3' }] });
    const { template: restored, missingSecrets } = await restore(template, 1);
    expect(missingSecrets).toEqual([expect.objectContaining({ part: 'variable', title: 'lost', field: 'value' })]);
    expect(restored.variables.map(({ key, value }) => [key, value])).toEqual([
      ['kept', '********'],
      ['lost', undefined],
    ]);
    const [row] = await product.database().query<{ readonly text: string }>({
      text: `select string_agg(v::text, ' ') as text from template_versions v`,
    });
    expect(row?.text).not.toMatch(/secret-\d|"v1\.[0-9a-f]{8}\./);
    const shown = [1, 2, 3].map((number) => rest.send('GET', `/templates/${template.id}/versions/${number}`));
    for (const { text } of await Promise.all(shown)) expect(text).not.toMatch(/secret-\d|v1\.[0-9a-f]{8}\./);
  });

  test('keeps the encrypted passwords of a create-release task as they are', async () => {
    const variable = (key: string, value: string, type = 'rel.StringVariable') => ({ key, type, value });
    const secret = variable('token', 'secret-4', 'rel.PasswordStringVariable');
    const create = { type: 'rel.CreateReleaseTask', newReleaseTitle: 'New' };
    const task = { ...create, title: 'create', templateVariables: [variable('a', 'old'), secret] };
    const template = await createTemplate(rest, { Build: [task] });
    const readStored = () =>
      product
        .database()
        .query<{ readonly creation: object }>(
          { text: `select definition -> 'creation' as creation from live_tasks where id = $1` },
          [idOf(template, 'create').split('/').at(-1) ?? ''],
        );
    const before = await readStored();
    expect(JSON.stringify(before)).toContain('"v1.');
    const changed = [variable('a', 'new'), variable('b', 'more'), { ...secret, value: 'secret-5' }];
    await rest.put(`/tasks/${idOf(template, 'create')}`, { templateVariables: changed });
    const present = await readStored();
    expect((await restore(template, 1)).missingSecrets).toEqual([]);
    const passwordIn = (rows: readonly object[]) => JSON.stringify(rows).match(/"(v1\.[^"]+)"/)?.[1];
    const after = await readStored();
    expect([passwordIn(after), JSON.stringify(after).includes('old')]).toEqual([passwordIn(present), true]);
    expect(JSON.stringify(after)).not.toContain('more');
  });

  test('requires the permission of each change, and respects locks', async () => {
    const template = await createTemplate(rest, { Build: ['a', 'b'] }, { title: 'Locked' });
    const viewer = await people.createUserWith(template, 'template#view');
    const editor = await people.createUserWith(template, 'template#view', 'template#edit');
    await rest.put(`/tasks/${idOf(template, 'a')}`, { title: 'c' });
    expect((await versionsOf(template, '', viewer)).length).toBe(2);
    expect(await viewer.sendForError('POST', `/templates/${template.id}/versions/1/restore`)).toMatch(/^403 /);
    await rest.sendForNoContent('PUT', `/tasks/${idOf(template, 'a')}/lock`);
    expect(await editor.sendForError('POST', `/templates/${template.id}/versions/1/restore`)).toMatch(/^403 |^409 /);
    expect((await restore(template, 1)).template.phases[0]!.tasks[0]).toMatchObject({ title: 'a', locked: false });
  });

  test('is done once for an idempotency key, and not for an old ETag', async () => {
    const template = await createTemplate(rest, { Build: ['a'] }, { title: 'Once' });
    const path = `/templates/${template.id}/versions/1/restore`;
    const { headers } = await rest.send('GET', `/templates/${template.id}`);
    await rest.put(`/templates/${template.id}`, { title: 'Twice' });
    const outdated = await rest.send('POST', path, undefined, { 'if-match': headers.get('etag')! });
    expect(outdated.status).toBe(412);
    const send = () => rest.send('POST', path, undefined, { 'idempotency-key': 'restore-once' });
    const [first, second] = [await send(), await send()];
    expect([first.status, first.headers.get('etag')]).toEqual([200, second.headers.get('etag')]);
    expect(second.text).toBe(first.text);
    expect((await versionsOf(template)).length).toBe(3);
  });

  test('is exact while two users change the template', async () => {
    const template = await createTemplate(rest, { Build: ['a', 'b'] }, { title: 'Both' });
    const ann = await people.createUserWith(template, 'template#view', 'template#edit');
    const bob = await people.createUserWith(template, 'template#view', 'template#edit');
    await rest.put(`/templates/${template.id}`, { title: 'Changed' });
    const task = idOf(template, 'a');
    const changes = Array.from({ length: 5 }, (_, count) => ann.put(`/tasks/${task}`, { title: `a${count}` }));
    const [restored] = await Promise.all([restore(template, 1, bob), ...changes]);
    expect(restored.changed).toBe(true);
    const versions = await versionsOf(template);
    const numbers = versions.map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
    const restore1 = versions.find(({ changes: [change] }) => change?.code === 'activity.templateRestored');
    expect(await differencesOf(template, 1, `?to=${restore1?.number}`)).toEqual([]);
  });
});
