import { expect, test } from 'vitest';
import { type DueGroup, describeDue, dueGroup } from './due.ts';

const now = new Date(2026, 10, 27, 14, 0).getTime();
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

test.each<readonly [due: number | null, isOverdue: boolean, group: DueGroup]>([
  [at(26, 23), true, 'overdue'],
  [at(27, 13), true, 'overdue'],
  [at(27, 15), false, 'today'],
  [at(27, 23, 59), false, 'today'],
  [at(28, 0), false, 'later'],
  [null, false, 'undated'],
])('a task due at %s, overdue: %s, is in the group %s', (due, isOverdue, group) => {
  expect(dueGroup(due, isOverdue, now)).toBe(group);
});

test.each([
  [at(27, 18, 30), /^Due 18:30$|^Due 6:30.PM$/u],
  [at(27, 13, 25), /^Due .*25.*, 35 min late$/u],
  [at(27, 11), /^Due .*, 3 h late$/u],
  [at(20, 14), /Fri, Nov 20, 7 d late$/u],
  [at(28, 9), /^Due Sat, Nov 28$/u],
])('the due date %s is described as %s', (due, text) => {
  expect(describeDue(due, now)).toMatch(text);
});
