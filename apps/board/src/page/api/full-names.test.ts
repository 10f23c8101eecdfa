import { expect, test } from 'vitest';
import { fullNameOf, fullNamesText, knownFullName, withFullNames } from './full-names.ts';
import { me } from './session.ts';

const account = { username: 'admin', external: false, roles: [], permissions: [], lacking: {}, teams: [] };
const storedNames = '"tag"\n{"dora":"Dora Ray"}';

test('a user has a full name in any letter case of the user name, or else the user name', () => {
  me.value = account;
  expect(fullNameOf('dora')).toBe('dora');
  fullNamesText().value = storedNames;
  expect([fullNameOf('Dora'), fullNameOf('eve'), knownFullName('constructor')]).toEqual(['Dora Ray', 'eve', null]);
  me.value = null;
  expect(fullNameOf('dora')).toBe('dora');
});

test('a full name that several users have is followed by the user name', () => {
  me.value = account;
  fullNamesText().value = '"tag"\n{"dora":"Dora Ray","dora2":"Dora Ray","eve":"Eve Sun"}';
  expect(['Dora', 'dora2', 'eve', 'zoe'].map(fullNameOf)).toEqual([
    'Dora Ray (Dora)',
    'Dora Ray (dora2)',
    'Eve Sun',
    'zoe',
  ]);
  expect(knownFullName('dora')).toBe('Dora Ray');
  me.value = null;
});

test('a message has full names of users, and keeps titles that equal a user name', () => {
  me.value = account;
  fullNamesText().value = storedNames;
  const who = { code: 'actor.user', params: { name: 'dora' } };
  const team = { code: 'actor.team', params: { name: 'dora' } };
  const params = {
    user: 'dora',
    title: 'dora',
    who,
    team,
    causes: [{ code: 'cause.script', params: { author: 'dora' } }],
  };
  expect(withFullNames(params)).toEqual({
    ...{ user: 'Dora Ray', title: 'dora', team },
    who: { code: 'actor.user', params: { name: 'Dora Ray' } },
    causes: [{ code: 'cause.script', params: { author: 'Dora Ray' } }],
  });
  me.value = null;
});
