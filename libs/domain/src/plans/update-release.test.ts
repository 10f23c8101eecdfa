import { expect, test } from 'vitest';
import type { ReleasePatch } from '../model/draft.ts';
import { command, decide, log, refusal } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const update = (patch: ReleasePatch) => command({ type: 'updateRelease', patch });
const release = plan('Build: a>');

test('a release takes new fields, those that rules read and those that none reads', () => {
  const outcome = decide(release, update({ title: 'Other', tags: ['x'], description: 'new' }));
  expect(outcome.release).toMatchObject({
    title: 'Other',
    tags: ['x'],
    passive: { kind: 'stored', changes: { description: 'new' } },
  });
  expect(log(outcome)).toEqual(['RELEASE_UPDATED 1']);
});

test('it is quiet when nothing differs', () => {
  expect(decide(release, update({})).release).toBe(release);
  expect(decide(release, update({ title: release.title, tags: [] })).release).toBe(release);
});

test('the mask keeps the stored password, anything else replaces it', () => {
  expect(decide(release, update({ scriptUserPassword: '********' })).release).toBe(release);
  const sealed = decide(release, update({ scriptUserPassword: 'sealed' })).release;
  expect(sealed.passive).toEqual({ kind: 'stored', changes: { scriptUserPassword: 'sealed' } });
});

test('a title of nothing is refused', () => {
  expect(refusal(release, update({ title: ' ' }))).toBe('Invalid: title: a release needs a title');
});
