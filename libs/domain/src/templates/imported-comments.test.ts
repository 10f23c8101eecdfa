import { expect, test } from 'vitest';
import { createTemplate } from '../commands/handle.ts';
import { caller, env } from '../testing/inputs.ts';
import { importedComments } from './imported-comments.ts';

const comments = [{ text: 'x', author: 'bob', date: 1 }];
const phases = [{ tasks: [{ comments }] }];
const { release } = createTemplate({ title: 'T', phases: [{ tasks: [{}, {}] }] }, 'Folder1', caller(), env());

test('comments are imported only for tasks that were created', () => {
  expect(importedComments({ phases }, { phases: [] }, env())).toEqual([]);
  expect(importedComments({ phases: [{}] }, release, env())).toEqual([]);
  expect(importedComments({}, release, env())).toEqual([]);
  expect(importedComments({ phases }, release, env()).map(({ taskId, text }) => [taskId, text])).toEqual([
    [release.phases[0]?.tasks[0]?.id, 'x'],
  ]);
});

test('an imported comment keeps the time of its latest edit, and has no version', () => {
  const edited = [{ tasks: [{ comments: [{ text: 'x', author: 'bob', date: 1, editedDate: 2 }] }] }];
  const [comment] = importedComments({ phases: edited }, release, env());
  expect(comment).toEqual({
    ...{ id: 'Commentn1', taskId: release.phases[0]?.tasks[0]?.id, text: 'x', author: 'bob', date: 1, editedDate: 2 },
  });
});
