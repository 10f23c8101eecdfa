import { expect, test } from 'vitest';
import type { ReleasePatch } from '../model/draft.ts';
import { command, decide, log, refusal } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const update = (patch: ReleasePatch) => command({ type: 'updateRelease', patch });
const release = plan('Build: a>');

test('an update of a release changes active and passive fields', () => {
  const outcome = decide(release, update({ title: 'Other', tags: ['x'], description: 'new' }));
  expect(outcome.release).toMatchObject({
    title: 'Other',
    tags: ['x'],
    passive: { kind: 'stored', changes: { description: 'new' } },
  });
  expect(log(outcome)).toEqual(['RELEASE_UPDATED 1']);
});

test('an update without changes logs nothing', () => {
  expect(decide(release, update({})).release).toBe(release);
  expect(decide(release, update({ title: release.title, tags: [] })).release).toBe(release);
});

test('a mask keeps the stored password, and any other value replaces it', () => {
  expect(decide(release, update({ scriptUserPassword: '********' })).release).toBe(release);
  const sealed = decide(release, update({ scriptUserPassword: 'sealed' })).release;
  expect(sealed.passive).toEqual({ kind: 'stored', changes: { scriptUserPassword: 'sealed' } });
});

test('a blank title is rejected', () => {
  expect(refusal(release, update({ title: ' ' }))).toBe('Invalid: title: a release needs a title');
});
