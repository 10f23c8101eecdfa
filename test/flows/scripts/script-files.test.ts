import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { type Attachment, attach, downloadAttachment } from '../../harness/rest/attachments.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const product = serve();
const { rest, url } = product;

type WithAttachments = { readonly attachments: readonly Attachment[] };
const filesOf = async (path: string) =>
  Promise.all(
    (await rest.get<WithAttachments>(path)).attachments.map(async (attachment) => [
      attachment.exportFilename,
      attachment.contentType,
      (await downloadAttachment(url(), { id: attachment.id.slice(attachment.id.lastIndexOf('/') + 1) })).toString(
        'latin1',
      ),
    ]),
  );

test('in Python, strings and bytes can be attached to the own and other tasks and releases, and are read back unchanged', async () => {
  const otherRelease = await startRelease(rest, { Wait: ['x'] });
  const task = idOf(otherRelease, 'x');
  const [read] = await attach(rest, `/tasks/${task}`, { 'in.bin': Buffer.from([0, 255, 128, 10]) });
  const script = `data = releaseApi.getAttachment('${read!.id}')
print len(data), ord(data[1])
taskApi.addAttachment(task.id, '../report.txt', u'caf\\u00e9', 'text/plain')
made = taskApi.addAttachment(task.id, 'bytes.bin', data)
print made.exportFilename
gone = releaseApi.addAttachment(release.id, 'gone.txt', 'x')
releaseApi.deleteAttachment(release.id, gone)
releaseApi.addAttachment(release.id, 'kept.txt', 'kept')
taskApi.addAttachment('${task}', 'there.txt', data[2:] + '!' + data[:2])
taskApi.deleteAttachment('${task}', '${read!.id}')`;
  const release = await startRelease(rest, { Ship: [scriptTask(script)] }, { scriptUsername: 'admin' });
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual(['4 255\nbytes.bin']);
  expect(await filesOf(`/tasks/${idOf(release, 'run')}`)).toEqual([
    ['report.txt', 'text/plain', 'caf\xc3\xa9'],
    ['bytes.bin', 'application/octet-stream', '\x00\xff\x80\n'],
  ]);
  expect(await filesOf(`/releases/${release.id}`)).toEqual([['kept.txt', 'application/octet-stream', 'kept']]);
  expect(await filesOf(`/tasks/${task}`)).toEqual([['there.txt', 'application/octet-stream', '\x80\n!\x00\xff']]);
});

test('in JavaScript, bytes are arrays; a script without a run-as user can attach files only to its own task', async () => {
  const script = asJavaScript(`taskApi.addAttachment(task.id, 'a.txt', 'text', 'text/plain');
taskApi.addAttachment(task.id, 'b.bin', [1, 2, 255]);
releaseApi.addAttachment(release.id, 'c.txt', 'c');`);
  const release = await startRelease(rest, { Ship: [scriptTask(script)] });
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([
    'An action of the script was refused: a script cannot attachToRelease without scriptUsername',
  ]);
  expect(await filesOf(`/tasks/${idOf(release, 'run')}`)).toEqual([
    ['a.txt', 'text/plain', 'text'],
    ['b.bin', 'application/octet-stream', '\x01\x02\xff'],
  ]);
});

test('an invalid file name is refused, and a script cannot read a file over the limit', async () => {
  const long = 'x'.repeat(256);
  const naming = await startRelease(rest, { Ship: [scriptTask(`taskApi.addAttachment(task.id, '${long}', 'x')`)] });
  expect(await waitForComments(rest, naming, 'run', 'COMPLETED')).toEqual([
    'An action of the script was refused: expected a file name of at most 255 bytes, got 256',
  ]);
  const large = await startRelease(rest, { Wait: ['x'] });
  const path = `/tasks/${idOf(large, 'x')}`;
  const [maxSizeFile, more] = await attach(rest, path, {
    most: Buffer.alloc(1_048_576, 200),
    more: Buffer.alloc(1_048_577),
  });
  const reading = `print(len(releaseApi.getAttachment('${maxSizeFile!.id}')))
try:
  releaseApi.getAttachment('${more!.id}')
except Exception as refused:
  print(str(refused))`;
  const release = await startRelease(rest, { Ship: [scriptTask(reading)] }, { scriptUsername: 'admin' });
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([
    '1048576\nthe file has 1048577 bytes, but a script can read at most 1048576',
  ]);
});

test('the Groovy text and zip of a template are the same as in REST', async () => {
  const { id } = await rest.post<Release>('/templates?folderId=Applications', { title: 'In Groovy' });
  const script = `text = dslApi.previewExportTemplateToXFile('${id}')
print "template('In Groovy')" in text
zip = dslApi.exportTemplateToXFile('${id}', False)
print zip[:2], 'Releasefile.groovy' in zip`;
  const release = await startRelease(rest, { Ship: [scriptTask(script)] }, { scriptUsername: 'admin' });
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual(['True\nPK True']);
});

test('a script creates users and roles with the permission, recorded in the audit log, and cannot set passwords', async () => {
  const script = `userApi.createUser('clerk', {'fullName': 'A Clerk'})
rolesApi.create({'name': 'Clerks', 'principals': [{'username': 'clerk'}], 'permissions': ['reports#view']})
rolesApi.rename('Clerks', 'Accountants')`;
  const release = await startRelease(rest, { Ship: [scriptTask(script)] }, { scriptUsername: 'admin' });
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
  expect(await rest.get('/roles/Accountants')).toMatchObject({
    principals: [{ username: 'clerk', fullname: 'A Clerk' }],
  });
  const audit = await rest.get<readonly object[]>('/audit');
  expect(JSON.stringify(audit)).toMatch(/"ROLE_RENAMED".*"ROLE_CREATED".*"USER_CREATED"/);
  for (const [user, output] of [
    ["{'password': 'secret'}", 'RuntimeError: scripts cannot set passwords (line 1)'],
    ["{'username': 'x', 'previousPassword': 'secret'}", 'RuntimeError: scripts cannot set passwords (line 1)'],
  ]) {
    const setting = scriptTask(`userApi.updateUser('clerk', ${user})`);
    const failing = await startRelease(rest, { Ship: [setting] }, { scriptUsername: 'admin' });
    expect((await waitForComments(rest, failing, 'run', 'FAILED')).join()).toContain(output);
  }
  const password = scriptTask(`userApi.updatePassword('clerk', {'newPassword': 'x'})`);
  const refused = await startRelease(rest, { Ship: [password] }, { scriptUsername: 'admin' });
  expect((await waitForComments(rest, refused, 'run', 'FAILED')).join()).toContain(
    'userApi.updatePassword is not supported',
  );
});

test('a script without the permission for preconditions cannot create a task with a precondition', async () => {
  const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Limited' });
  const target = await rest.post<Release>(`/templates?folderId=${folder.id}`, {
    title: 'Target',
    phases: [{ title: 'P', tasks: [{ title: 'old' }] }],
  });
  const people = peopleOf(product);
  const editor = await people.createUser('editor');
  expect((await editor.send('GET', '/me')).status).toBe(200);
  await people.createTeam(folder, ['folder#view', 'template#view', 'template#edit'], { users: ['editor'] });
  const add = (fields: string) => scriptTask(`phaseApi.addTask('${target.phases[0]!.id}', {'title': 'new'${fields}})`);
  const output = async (fields: string) =>
    await waitForComments(
      rest,
      await startRelease(rest, { Ship: [add(fields)] }, { scriptUsername: 'editor' }),
      'run',
      'COMPLETED',
    );
  expect(await output(", 'precondition': 'True'")).toEqual([
    expect.stringContaining('Permission template#edit_precondition on APPLICATIONS on'),
  ]);
  expect(await output('')).toEqual([]);
  const { phases } = await rest.get<Release>(`/templates/${target.id}`);
  expect(phases[0]!.tasks.map(({ title }: Pick<Task, 'title'>) => title)).toEqual(['old', 'new']);
});

test('a script can delete an ended release, but not its own release', async () => {
  const over = await startRelease(rest, { Wait: ['x'] });
  await rest.post(`/releases/${over.id}/abort`);
  const script = `releaseApi.delete('${over.id}')\nreleaseApi.delete(release.id)`;
  const release = await startRelease(rest, { Ship: [scriptTask(script)] }, { scriptUsername: 'admin' });
  expect((await waitForComments(rest, release, 'run', 'COMPLETED')).join()).toMatch(
    /^An action of the script was refused: cannot/,
  );
  expect((await rest.send('GET', `/releases/${over.id}`)).status).toBe(404);
  expect(await rest.get(`/releases/${release.id}`)).toMatchObject({ title: release.title });
});
