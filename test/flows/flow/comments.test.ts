import { archiveRelease } from '@slipway/persistence/maintenance';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

// rest-operations.md, Comments
const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface Comment {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly date: string;
  readonly creationDate: string;
  readonly mentions?: readonly string[];
  readonly editedDate?: string;
}
interface TaskWithComments extends Task {
  readonly comments: readonly Comment[];
}

const lastSegment = (id: string) => id.slice(id.lastIndexOf('/') + 1);

/** Starts a release with a comment of ann. */
async function commented(name: string) {
  const release = await startRelease(rest, { Build: ['a'] });
  const ann = await people.createUser(name);
  const bob = await people.createUserWith(release, 'release#view', 'release#task_transition');
  await people.createTeam(release, ['release#view', 'release#task_transition'], { users: [name] }, `Team ${name}`);
  const taskPath = `/tasks/${lastSegment(idOf(release, 'a'))}`;
  const { comments } = await ann.post<TaskWithComments>(`${taskPath}/comment`, { comment: 'no disk' });
  const [comment] = comments;
  return { release, ann, bob, taskPath, comment: comment!, path: `${taskPath}/comments/${lastSegment(comment!.id)}` };
}
const commentsOf = async (client: RestClient, path: string) => (await client.get<TaskWithComments>(path)).comments;

interface Changeable {
  readonly id: string;
  readonly version: number;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}
const changeable = (client: RestClient, taskPath: string) => client.get<readonly Changeable[]>(`${taskPath}/comments`);

test('the author edits a comment, and each response contains the time of the edit', async () => {
  const { release, ann, taskPath, comment, path } = await commented('ann');
  expect(comment).toEqual({
    ...{ id: `${idOf(release, 'a')}/${lastSegment(comment.id)}`, type: 'rel.Comment', text: 'no disk', author: 'ann' },
    ...{ date: expect.any(String), creationDate: comment.date },
  });
  const { comments } = await ann.put<TaskWithComments>(path, { text: 'no space', version: 1 });
  expect(comments).toEqual([{ ...comment, text: 'no space', editedDate: expect.any(String) }]);
  expect(await commentsOf(ann, taskPath)).toEqual(comments);
  const whole = await rest.get<Release & { phases: { tasks: TaskWithComments[] }[] }>(`/releases/${release.id}`);
  expect(whole.phases[0]!.tasks[0]!.comments).toEqual(comments);
  const full = `${taskPath}/comments/${comment.id}`;
  const edited = await ann.put<TaskWithComments>(full, { text: 'full disk', version: 2 });
  expect(edited.comments).toMatchObject([{ text: 'full disk' }]);
  expect(await changeable(ann, taskPath)).toMatchObject([{ version: 3 }]);
});

test('the second save of an earlier version is refused with the present text', async () => {
  const { ann, path } = await commented('anna');
  await ann.put(path, { text: 'no space', version: 1 });
  const refused = /^409 anna changed this comment on 20\d\d-.* UTC\. Its text is now: no space$/;
  expect(await ann.sendForError('PUT', path, { text: 'no memory', version: 1 })).toMatch(refused);
  expect(await ann.sendForError('DELETE', `${path}?version=1`)).toMatch(refused);
  expect((await ann.send('DELETE', `${path}?version=2`)).status).toBe(204);
  expect(await ann.sendForError('PUT', path, { text: 'no memory', version: 2 })).toMatch(/^404 there is no comment/);
});

test('two simultaneous edits of the same version: one is saved, and one is refused', async () => {
  const { ann, taskPath, path } = await commented('anne');
  const replies = await Promise.all(
    ['one', 'two'].map((text) => ann.send('PUT', path, { text, version: 1 }).then(({ status }) => status)),
  );
  expect(replies.toSorted()).toEqual([200, 409]);
  expect(await changeable(ann, taskPath)).toMatchObject([{ version: 2 }]);
});

test('only the author edits a comment, and the author and administrators delete it', async () => {
  const { ann, bob, taskPath, path, comment } = await commented('anja');
  const item = { id: comment.id, version: 1 };
  expect(await changeable(ann, taskPath)).toEqual([{ ...item, mayEdit: true, mayDelete: true }]);
  expect(await changeable(bob, taskPath)).toEqual([{ ...item, mayEdit: false, mayDelete: false }]);
  expect(await changeable(rest, taskPath)).toEqual([{ ...item, mayEdit: false, mayDelete: true }]);
  expect(await bob.sendForError('PUT', path, { text: 'x', version: 1 })).toMatch(/^403 only anja can edit comment/);
  expect(await rest.sendForError('PUT', path, { text: 'x', version: 1 })).toMatch(/^403 only anja can edit comment/);
  expect(await bob.sendForError('DELETE', path)).toMatch(/^403 only anja and administrators can delete comment/);
  const stranger = await people.createUserWithoutPermissions();
  expect(await stranger.sendForError('DELETE', path)).toMatch(/^404 there is no task/);
  expect((await rest.send('DELETE', path)).status).toBe(204);
  expect(await commentsOf(ann, taskPath)).toEqual([]);
});

test('comments of actions never change', async () => {
  const { ann, taskPath } = await commented('anita');
  await ann.post(`${taskPath}/fail`, { comment: 'broken' });
  const comment = (await commentsOf(ann, taskPath)).at(-1)!;
  expect((await changeable(ann, taskPath)).map(({ id }) => id)).not.toContain(comment.id);
  const path = `${taskPath}/comments/${lastSegment(comment.id)}`;
  const refused = /^409 comment 'Comment\w+' cannot change: it is part of an action/;
  expect(await ann.sendForError('PUT', path, { text: 'fine', version: 1 })).toMatch(refused);
  expect(await rest.sendForError('DELETE', path)).toMatch(refused);
});

test.each([
  [{ text: 'x' }, /^400 version: /],
  [{ version: 1 }, /^400 text: /],
  [{ text: ' ', version: 1 }, /^400 text: a comment requires a text/],
  [{ text: 'x'.repeat(32_769), version: 1 }, /^400 text: /],
])('refuses the body %o', async (body, refused) => {
  const { comment, taskPath } = await shared();
  expect(await rest.sendForError('PUT', `${taskPath}/comments/${lastSegment(comment.id)}`, body)).toMatch(refused);
});
const shared = async () => {
  const release = await startRelease(rest, { Build: ['a'] });
  const taskPath = `/tasks/${lastSegment(idOf(release, 'a'))}`;
  const { comments } = await rest.post<TaskWithComments>(`${taskPath}/comment`, { comment: 'mine' });
  return { release, taskPath, comment: comments[0]! };
};

test('the activity log and the audit log contain the user and the time, but no text', async () => {
  const { release, ann, path, comment } = await commented('ange');
  await ann.put(path, { text: 'the password is x', version: 1 });
  await rest.send('DELETE', path);
  const entries = await rest.get<readonly Activity[]>(`/activities/${release.id}`);
  expect(entries.slice(-2)).toMatchObject([
    { activityType: 'COMMENT_UPDATED', username: 'ange', message: "Edited a comment on task 'a'" },
    { activityType: 'COMMENT_DELETED', username: 'admin', message: "Deleted a comment of ange on task 'a'" },
  ]);
  const id = lastSegment(comment.id);
  const audited = await rest.get<readonly object[]>(`/audit?subject=${id}`);
  const taskId = lastSegment(idOf(release, 'a'));
  const subject = { releaseId: lastSegment(release.id), taskId, author: 'ange' };
  expect(audited).toMatchObject([
    { action: 'COMMENT_DELETED', username: 'admin', address: '127.0.0.1', before: { ...subject, version: 2 } },
    { action: 'COMMENT_UPDATED', username: 'ange', before: { ...subject, version: 1 }, after: { version: 2 } },
  ]);
  expect(JSON.stringify(audited)).not.toContain('password');
});

test('an archived release has the edited text, and its comments no longer change', async () => {
  const { release, taskPath, comment } = await shared();
  const path = `${taskPath}/comments/${lastSegment(comment.id)}`;
  await rest.post(`${taskPath}/complete`, {});
  await rest.put(path, { text: 'done', version: 1 });
  await archiveRelease(product.database(), lastSegment(release.id));
  const archived = await rest.get<Release & { phases: { tasks: TaskWithComments[] }[] }>(
    `/releases/archived/${lastSegment(release.id)}`,
  );
  expect(archived.phases[0]!.tasks[0]!.comments).toEqual([
    { ...comment, text: 'done', editedDate: expect.any(String) },
  ]);
  expect(await rest.sendForError('PUT', path, { text: 'x', version: 2 })).toMatch(/^404 /);
});

test('a comment lists the existing users that it mentions, also after an edit', async () => {
  const { taskPath, comment } = await shared();
  await people.createUsersWithoutLogin('Mia');
  const path = `${taskPath}/comments/${lastSegment(comment.id)}`;
  const { comments } = await rest.put<TaskWithComments>(path, { text: '@mia: see @unknown', version: 1 });
  expect(comments).toMatchObject([{ text: '@mia: see @unknown', mentions: ['Mia'] }]);
  expect(await commentsOf(rest, taskPath)).toEqual(comments);
  const failed = await rest.post<TaskWithComments>(`${taskPath}/fail`, { comment: 'broken, @MIA' });
  expect(failed.comments).toMatchObject([{ mentions: ['Mia'] }, { mentions: ['Mia'] }]);
  const [unmentioned] = (await rest.put<TaskWithComments>(path, { text: 'fine', version: 2 })).comments;
  expect(unmentioned).not.toHaveProperty('mentions');
});
