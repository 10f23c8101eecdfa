import { expect, test } from 'vitest';
import type { StoredComment } from '../../decision/env.ts';
import { caller, command, decide, env, log, onTask, refusal } from '../../testing/inputs.ts';
import { noon, plan } from '../../testing/notation.ts';
import { handle } from '../handle.ts';
import type { Command } from '../registry.ts';

const stored: StoredComment = { taskId: 'Taska', text: 'no disk', author: 'Amy', version: 2, date: noon };
const environment = (comment: StoredComment | null = stored) => {
  const base = env();
  return { ...base, data: { ...base.data, comments: new Map([['Comment1', comment]]) } };
};
const reference = { taskId: 'Taska', commentId: 'Comment1' } as const;
const edit = (text: string, version = 2): Command => ({ type: 'editComment', ...reference, text, version });
const remove = (version?: number): Command => ({ type: 'deleteComment', ...reference, version });
const release = plan('Build: a> b.');
const bob = caller('bob', 'admin');

test('a user adds a comment that can change, and comments of actions cannot', () => {
  expect(decide(release, onTask('commentTask', 'a', 'why')).comments).toMatchObject([{ text: 'why', version: 1 }]);
  expect(decide(release, onTask('failTask', 'a', 'why')).comments[0]).not.toHaveProperty('version');
  const byScript = command({ type: 'commentTask', taskId: 'Taska', comment: 'why' }, { ...bob, scriptAuthor: null });
  expect(decide(release, byScript).comments[0]).not.toHaveProperty('version');
});

test('the author edits a comment', () => {
  const outcome = decide(release, command(edit('no space')), environment());
  expect(outcome.commentChange).toEqual({
    ...{
      id: 'Comment1',
      taskId: 'Taska',
      author: 'Amy',
      text: 'no space',
      mentions: [],
      previousVersion: 2,
      date: noon,
    },
  });
  expect([log(outcome), outcome.entries[0]?.message]).toEqual([['COMMENT_UPDATED a'], "Edited a comment on task 'a'"]);
  expect(outcome.comments).toEqual([]);
});

test('a comment of a user has the existing users that it mentions', () => {
  const users = new Map([
    ['ann', 'Ann'],
    ['bob', null],
  ]);
  const base = environment();
  const known = { ...base, data: { ...base.data, users } };
  const text = '@ann and @ANN: ask @bob';
  expect(decide(release, onTask('failTask', 'a', text), known).comments).toMatchObject([{ mentions: ['Ann'] }]);
  expect(decide(release, command(edit(text)), known).commentChange?.mentions).toEqual(['Ann']);
  const decision = handle(release, onTask('commentTask', 'a', '@ann @eve'), known);
  expect(decision).toEqual({ kind: 'missingData', requirements: [{ kind: 'user', name: 'eve' }] });
  expect(decide(release, onTask('commentTask', 'a', 'ask bob'), known).comments[0]).not.toHaveProperty('mentions');
});

test('an edit with the same text changes nothing', () => {
  const outcome = decide(release, command(edit('no disk')), environment());
  expect([outcome.commentChange, outcome.entries, outcome.release]).toEqual([undefined, [], release]);
});

test.each([
  ['the author', caller('amy', 'admin'), 2],
  ['an administrator', caller('eve'), undefined],
])('%s deletes a comment', (_, by, version) => {
  const outcome = decide(release, command(remove(version), by), environment());
  expect(outcome.commentChange).toMatchObject({ id: 'Comment1', text: null });
  expect([log(outcome), outcome.entries[0]?.message]).toEqual([
    ['COMMENT_DELETED a'],
    "Deleted a comment of Amy on task 'a'",
  ]);
});

test('comments change after the release has ended, until it is archived', () => {
  const over = plan('COMPLETED Build: a+');
  expect(log(decide(over, command(edit('done')), environment()))).toEqual(['COMMENT_UPDATED a']);
  expect(refusal({ ...over, archived: true }, command(edit('done')), environment())).toMatch(/^Conflict: .*archive/);
});

test.each([
  ['edit of another user', edit('x'), bob, stored, "Forbidden: only Amy can edit comment 'Comment1'"],
  ['edit by an administrator', edit('x'), caller('eve'), stored, "Forbidden: only Amy can edit comment 'Comment1'"],
  [
    'deletion by another user',
    ...([remove(), bob, stored, "Forbidden: only Amy and administrators can delete comment 'Comment1'"] as const),
  ],
  [
    'edit of an earlier version',
    ...([edit('x', 1), caller(), stored] as const),
    'Conflict: Amy changed this comment on 2030-01-01 12:00:00 UTC. Its text is now: no disk',
  ],
  [
    'deletion of an earlier version',
    ...([remove(1), caller(), stored] as const),
    'Conflict: Amy changed this comment on 2030-01-01 12:00:00 UTC. Its text is now: no disk',
  ],
  [
    'edit of a comment of an action',
    ...([edit('x'), caller(), { ...stored, version: null }] as const),
    "Conflict: comment 'Comment1' cannot change: it is part of an action, of a script or of an import",
  ],
  ['edit of a deleted comment', edit('x'), caller(), null, "NotFound: there is no comment 'Comment1'"],
  [
    'edit of a comment of another task',
    ...([edit('x'), caller(), { ...stored, taskId: 'Taskb' }, "NotFound: there is no comment 'Comment1'"] as const),
  ],
  ['blank text', edit(' '), caller(), stored, 'Invalid: text: a comment requires a text; delete the comment instead'],
  ['long text', edit('x'.repeat(32_769)), caller(), stored, /^Invalid: comment: expected at most 32,?768 characters/],
])('refuses the %s', (_, request, by, comment, message) => {
  expect(refusal(release, command(request, by), environment(comment))).toMatch(message);
});

test('a decision without the comment requires it first', () => {
  expect(handle(release, command(edit('x')), env())).toEqual({
    kind: 'missingData',
    requirements: [{ kind: 'comment', id: 'Comment1' }],
  });
});
