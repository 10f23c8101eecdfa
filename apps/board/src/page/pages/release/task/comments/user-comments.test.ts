import { expect, test } from 'vitest';
import { userComments } from './user-comments.ts';

const comment = (id: string, author: string, date: string) => ({
  ...{ id, type: 'rel.Comment', author, date, creationDate: date, text: id },
});

test('comments of users are separate, the latest first', () => {
  const comments = [
    comment('1', 'SYSTEM', '2026-01-01T08:00:00Z'),
    comment('2', 'ann', '2026-01-01T08:01:00Z'),
    comment('3', 'SYSTEM', '2026-01-01T08:02:00Z'),
    comment('4', 'otto', '2026-01-01T09:00:00Z'),
  ];
  expect(userComments(comments).map(({ id }) => id)).toEqual(['4', '2']);
});
