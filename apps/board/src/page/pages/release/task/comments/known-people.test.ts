import { expect, test } from 'vitest';
import { knownPeople, matchingNames } from './known-people.ts';

const team = (...members: readonly string[]) => ({
  ...{ id: 'Team1', type: 'rel.Team', teamName: 'Crew', roles: [], permissions: [], members },
});

test('people are owners, watchers, members of teams and authors, once each', () => {
  const release = { owner: 'Zoe', teams: [team('ann', 'bob'), team('Ann')] };
  const comments = [{ author: 'eve' }, { author: 'SYSTEM' }];
  expect(knownPeople(release, { owner: 'max', watchers: ['bob'] }, comments)).toEqual([
    ...['Ann', 'bob', 'eve', 'max', 'Zoe'],
  ]);
  expect(knownPeople(null, { watchers: [] }, [])).toEqual([]);
});

test('names that begin with the typed text are first', () => {
  expect(matchingNames(['joann', 'ann', 'Annika', 'bob', 'ANN'], 'an')).toEqual(['ANN', 'Annika', 'joann']);
  expect(matchingNames(['bob'], '')).toEqual(['bob']);
  const many = Array.from({ length: 20 }, (_, index) => `a${index}`);
  expect(matchingNames(many, 'a')).toHaveLength(8);
});
