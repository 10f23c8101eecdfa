import { expect, test } from 'vitest';
import { fullNameOf, knownFullName, withFullNames } from './full-names.ts';
import { me } from './session.ts';

const account = { username: 'admin', external: false, roles: [], permissions: [], lacking: {}, teams: [] };

test('a user has a full name in any letter case of the user name, or else the user name', () => {
  me.value = { ...account, fullNames: { dora: 'Dora Ray' } };
  expect([fullNameOf('Dora'), fullNameOf('eve'), knownFullName('constructor')]).toEqual(['Dora Ray', 'eve', null]);
  me.value = null;
  expect(fullNameOf('dora')).toBe('dora');
});

test('a message has full names of users, and keeps titles that equal a user name', () => {
  me.value = { ...account, fullNames: { dora: 'Dora Ray' } };
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
