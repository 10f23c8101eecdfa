import { expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/permissions.ts';
import type { CreateOrder } from '../templates/templates.ts';
import { env } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const by = (username: string, ...permissions: readonly Permission[]): Caller => ({
  username,
  roles: [],
  teams: [],
  may: (permission) => ['release#create', 'template#create_release', ...permissions].includes(permission),
});
const template = plan('TEMPLATE Build: a.', { id: 'Releaset', folderId: 'Folder1', scriptUsername: 'boss' });

function made(caller: Caller, asked: Partial<CreateOrder>) {
  const order = { releaseTitle: 'r', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false };
  const decision = createRelease(
    template,
    { ...order, startedFromTaskId: null, releaseOwner: null, ...asked },
    caller,
    env(),
  );
  if (decision.kind !== 'decided') throw new Error('wants more');
  return decision.outcome.release;
}
const elsewhere = { folderId: 'Folder2' };

test('a release in another folder has no run-as user, and no passwords of the template', () => {
  const release = made(by('eve'), elsewhere);
  expect(release.scriptUsername).toBe(null);
  expect(release.passive).toMatchObject({ changes: { scriptUserPassword: null } });
});

test.each([
  ['in the same folder', by('eve'), { folderId: 'Folder1' }],
  ['where none is named', by('eve'), {}],
  ['of who may edit the template', by('eve', 'template#edit'), elsewhere],
  ['of that user', by('Boss'), elsewhere],
  ['of a trigger', by('eve'), { ...elsewhere, triggered: { title: 'Nightly', tags: [], literal: [] } }],
])('it keeps the user %s', (_, caller, asked) => {
  expect(made(caller, asked).scriptUsername).toBe('boss');
});
