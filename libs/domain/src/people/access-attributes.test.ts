import { expect, test } from 'vitest';
import { isGranted, mayView } from './access-attributes.ts';
import { neededToViewTask, orParticipant } from './needed-permissions.ts';
import { callerAt } from './permission-holder.ts';

const holder = { username: 'ann', roles: [], permissions: [] };
const release = { status: 'IN_PROGRESS', owner: 'ANN' } as const;
const task = { definition: { owner: 'Ann', team: null } };

test('an owner may view their release and their task', () => {
  const ann = callerAt(holder, []);
  expect(mayView(ann, { release })).toBe(true);
  expect(isGranted(orParticipant(neededToViewTask), ann, { release: { ...release, owner: null }, task })).toBe(true);
});

test('a user with a restricted token is neither owner nor participant', () => {
  const limited = callerAt({ ...holder, isLimited: true }, []);
  expect(mayView(limited, { release })).toBe(false);
  expect(isGranted(orParticipant(neededToViewTask), limited, { release, task })).toBe(false);
});
