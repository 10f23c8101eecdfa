import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { type Attachment, attach, downloadAttachment, filesForm } from '../../harness/rest/attachments.ts';
import {
  createActionRunner,
  createRelease,
  createTemplate,
  idOf,
  startRelease,
  tasksOf,
} from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const { rest, url, archive } = serve();
const act = createActionRunner(rest);

type With<T> = T & { readonly attachments: readonly Attachment[] };
const taskAt = (id: string) => rest.get<With<Task>>(`/tasks/${id}`);
const releaseAt = (id: string) => rest.get<With<Release>>(`/releases/${id}`);
const namesOf = ({ attachments }: { readonly attachments: readonly Attachment[] }) =>
  attachments.map(({ exportFilename }) => exportFilename);
const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

test('a task accepts several files at once, lists them, and returns their bytes', async () => {
  const release = await startRelease(rest, { Build: ['compile'] });
  const id = idOf(release, 'compile');
  const large = randomBytes(2_500_000);
  const added = await attach(rest, `/tasks/${id}`, { 'report.txt': 'all green', 'build.log': large, empty: '' });
  expect(added).toEqual(
    [
      ['report.txt', 'all green'],
      ['build.log', large],
      ['empty', ''],
    ].map(([name = '', content = '']) => ({
      id: expect.stringMatching(/\/Attachment[0-9a-f]{32}$/),
      type: 'rel.Attachment',
      fileUri: expect.stringMatching(/^releases\/attachments\/Attachment[0-9a-f]{32}$/),
      contentType: 'text/plain',
      exportFilename: name,
      checksum: sha(content),
    })),
  );
  expect(added.map((entry) => entry.id.startsWith(`${id}/`))).toEqual([true, true, true]);
  expect((await taskAt(id)).attachments).toEqual(added);
  expect((await releaseAt(release.id)).phases[0]!.tasks[0]).toMatchObject({ attachments: added });
  expect((await downloadAttachment(url(), added[0]!)).toString()).toBe('all green');
  expect((await downloadAttachment(url(), added[1]!)).equals(large)).toBe(true);
  expect((await downloadAttachment(url(), added[2]!)).length).toBe(0);
  const log = await rest.get<readonly { readonly activityType: string; readonly message: string }[]>(
    `/activities/${release.id}`,
  );
  expect(log.filter(({ activityType }) => activityType === 'ATTACHMENT_ADDED').map(({ message }) => message)).toEqual(
    ['report.txt', 'build.log', 'empty'].map((name) => `Attached '${name}' to task 'compile'`),
  );
});

test('a release and a template keep their files until a user deletes them', async () => {
  const template = await createTemplate(rest, { Build: ['compile'] });
  const release = await createRelease(rest, { Build: ['compile'] });
  for (const { id } of [template, release]) {
    const [firstFile, secondFile] = await attach(rest, `/releases/${id}`, { one: '1', two: '2' });
    expect(firstFile!.id.startsWith(`${id}/Attachment`)).toBe(true);
    expect(namesOf(await releaseAt(id))).toEqual(['one', 'two']);
    await rest.sendForNoContent('DELETE', `/releases/${id}/attachments/${firstFile!.id}`);
    expect(namesOf(await releaseAt(id))).toEqual(['two']);
    expect(await rest.sendForError('GET', `/releases/attachments/${firstFile!.id}`)).toMatch(
      /^404 there is no attachment/,
    );
    expect((await downloadAttachment(url(), secondFile!)).toString()).toBe('2');
  }
});

test('releases have copies of the files of their template, each with new ids', async () => {
  const template = await createTemplate(rest, { Build: ['compile'] });
  await attach(rest, `/releases/${template.id}`, { plan: 'of all' });
  const [own] = await attach(rest, `/tasks/${idOf(template, 'compile')}`, { guide: 'how to' });
  const make = () => rest.post<With<Release>>(`/templates/${template.id}/create`, { releaseTitle: 'made' });
  const [first, second] = [await make(), await make()];
  const of = (release: Release) => [release, tasksOf(release)[0]!] as unknown as readonly With<Release>[];
  const all = [...of(first), ...of(second)].flatMap(({ attachments }) => attachments);
  expect(all.map(({ exportFilename }) => exportFilename)).toEqual(['plan', 'guide', 'plan', 'guide']);
  expect(new Set([own!.id, ...all.map(({ id }) => id)].map((id) => id.split('/').at(-1))).size).toBe(5);
  expect(await releaseAt(first.id)).toMatchObject({ attachments: first.attachments });
  await rest.sendForNoContent('DELETE', `/tasks/${idOf(first, 'compile')}/attachments/${all[1]!.id}`);
  await rest.sendForNoContent('DELETE', `/templates/${template.id}`);
  expect((await downloadAttachment(url(), all[3]!)).toString()).toBe('how to');
  expect(await rest.sendForError('GET', `/releases/attachments/${own!.id}`)).toMatch(/^404 /);
});

test('a task keeps its current files when it is moved, copied or restarted', async () => {
  const release = await startRelease(rest, { Build: ['compile', 'test'], Ship: ['deploy'] });
  const [compile, later] = [idOf(release, 'compile'), idOf(release, 'test')];
  const [remaining, dropped] = await attach(rest, `/tasks/${compile}`, { kept: 'a', dropped: 'b' });
  await rest.put(`/tasks/${compile}`, { description: 'changed while it ran' });
  await rest.sendForNoContent('DELETE', `/tasks/${compile}/attachments/${dropped!.id}`);
  await attach(rest, `/tasks/${compile}`, { evidence: 'c' });
  const [moving] = await attach(rest, `/tasks/${later}`, { moving: 'd' });
  const ship = idOf(release, 'Ship');
  const query = `targetContainerId=${ship}&targetPosition=0`;
  const copy = await rest.post<With<Task>>(`/tasks/${compile}/copy?${query}`);
  expect(namesOf(copy)).toEqual(['kept', 'evidence']);
  expect(copy.attachments[0]!.id).not.toBe(remaining!.id);
  expect(copy.attachments).toEqual((await taskAt(copy.id)).attachments);
  const moved = await rest.post<With<Task>>(`/tasks/${later}/move?${query}`);
  expect(moved.attachments.map(({ id }) => id)).toEqual([`${moved.id}/${moving!.id.split('/').at(-1)}`]);
  expect((await downloadAttachment(url(), moving!)).toString()).toBe('d');
  await act(release, 'fail', 'compile');
  const restarted = await rest.post<Release>(`/releases/${release.id}/restart?fromPhaseId=${idOf(release, 'Build')}`);
  expect(namesOf(await taskAt(idOf(restarted, 'compile')))).toEqual(['kept', 'evidence']);
});

test('a locked task accepts files and refuses to delete them; an ended release accepts files and keeps them in the archive', async () => {
  const release = await startRelease(rest, { Build: ['compile'] });
  const id = idOf(release, 'compile');
  await rest.sendForNoContent('PUT', `/tasks/${id}/lock`);
  const [added] = await attach(rest, `/tasks/${id}`, { evidence: 'yes' });
  await act(release, 'complete', 'compile');
  const [late] = await attach(rest, `/tasks/${id}`, { late: 'also' });
  expect(await rest.sendForError('DELETE', `/tasks/${id}/attachments/${added!.id}`)).toBe(
    `409 cannot delete an attachment while release '${release.id.split('/').at(-1)}' is COMPLETED`,
  );
  await archive(release);
  const archived = await rest.get<Release>(`/releases/archived/${release.id}`);
  expect(tasksOf(archived)[0]).toMatchObject({ attachments: [added, late] });
  expect((await downloadAttachment(url(), late!)).toString()).toBe('also');
  expect(await rest.sendForError('POST', `/tasks/${id}/attachments`, filesForm({ x: 'y' }))).toMatch(/^404 /);
});

test('an upload with an old ETag adds no file', async () => {
  const release = await startRelease(rest, { Build: ['compile'] });
  const id = idOf(release, 'compile');
  const tag = (await rest.send('GET', `/tasks/${id}`)).headers.get('etag')!;
  const send = () => rest.send('POST', `/tasks/${id}/attachments`, filesForm({ a: 'b' }), { 'if-match': tag });
  expect([(await send()).status, (await send()).status]).toEqual([200, 412]);
  expect(namesOf(await taskAt(id))).toEqual(['a']);
});
