import { expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { CreateReleaseRequest } from '../templates/templates.ts';
import { env } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const by = (username: string, ...permissions: readonly Permission[]): Caller => ({
  username,
  roles: [],
  teams: [],
  may: (permission) => ['release#create', 'template#create_release', ...permissions].includes(permission),
});
const template = plan('TEMPLATE Build: a.', { id: 'Releaset', folderId: 'Folder1', scriptUsername: 'boss' });

function createdBy(caller: Caller, overrides: Partial<CreateReleaseRequest>) {
  const request = { releaseTitle: 'r', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false };
  const decision = createRelease(
    template,
    { ...request, startedFromTaskId: null, releaseOwner: null, ...overrides },
    caller,
    env(),
  );
  if (decision.kind !== 'decided') throw new Error('wants more');
  return decision.outcome.release;
}
const inOtherFolder = { folderId: 'Folder2' };

test('a release in another folder than its template has no run-as user, and no passwords of the template', () => {
  const release = createdBy(by('eve'), inOtherFolder);
  expect(release.scriptUsername).toBe(null);
  expect(release.passive).toMatchObject({ changes: { scriptUserPassword: null } });
});

test.each([
  ['in the same folder', by('eve'), { folderId: 'Folder1' }],
  ['without a requested folder', by('eve'), {}],
  ['if the creator may edit the template', by('eve', 'template#edit'), inOtherFolder],
  ['if the creator is that user', by('Boss'), inOtherFolder],
  [
    'if a trigger creates the release',
    by('eve'),
    { ...inOtherFolder, triggered: { title: 'Nightly', tags: [], literal: [] } },
  ],
])('the release keeps the user %s', (_, caller, overrides) => {
  expect(createdBy(caller, overrides).scriptUsername).toBe('boss');
});
