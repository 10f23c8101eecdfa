import type { Release } from '@slipway/domain/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { moveFolder } from '../../folders/folder-tree.ts';
import { createFolder } from '../../folders/folders.ts';
import { locationTag, readLocations } from '../../folders/paths.ts';
import { archiveRelease } from '../../maintenance/archive.ts';
import { readAccessVersion } from '../../people/grants.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { insertPlan } from '../saving/save.ts';
import { readTaskStates } from './read-task.ts';
import { readValidators } from './validators.ts';

let fresh: FreshDatabase;
let database: Database;
const inner = taskWith();
const group = taskWith({ type: 'SequentialGroup' }, {}, {}, [inner]);
const phase = phaseWith([group]);
const release = releaseWith([phase], { folderId: 'FolderA' });
const endedRelease = releaseWith([phaseWith([taskWith()])], { status: 'COMPLETED' });

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  for (const id of ['FolderA', 'FolderB']) {
    await createFolder(database, { id, parentId: 'Applications', title: id, freshId: `${id}Fresh` });
  }
  await insertPlan(database, outcomeOf(release));
  await insertPlan(database, outcomeOf(endedRelease));
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const standingOf = ({ id, folderId, status, owner }: Release) => ({
  folderId,
  releaseId: id,
  status,
  owner,
  task: null,
});
const ofTask = (of: Release) => ({ ...standingOf(of), task: { owner: null, team: null } });

describe('the validators of a response', () => {
  test('cover a release or one of its tasks, with the referenced releases', async () => {
    const { version } = await storedPlan(database, release.id);
    const expected = {
      releaseId: release.id,
      version,
      folderPath: ['Applications', 'FolderA'],
      references: new Map([[endedRelease.id, `Applications/${endedRelease.id}`]]),
      triggers: null,
      grants: await readAccessVersion(database),
      access: standingOf(release),
      referenceAccess: new Map([[endedRelease.id, standingOf(endedRelease)]]),
    };
    const calendar = { version: expect.any(Number), now: expect.any(Number) };
    expect(await readValidators(database, 'release', release.id, [endedRelease.id, 'ReleaseNone'])).toEqual({
      ...expected,
      calendar,
    });
    const task = { owner: null, team: null };
    const restricted = { ...expected, access: { ...expected.access, task }, calendar: null, grants: null };
    expect(await readValidators(database, 'task', inner.id, [endedRelease.id])).toEqual(restricted);
    expect(await readValidators(database, 'task', inner.id, [])).toEqual({
      ...restricted,
      references: new Map(),
      referenceAccess: new Map(),
    });
  });

  test('contain the title of a referenced release after it is archived', async () => {
    const archivedRelease = releaseWith([phaseWith([taskWith({ title: 'work' }, { status: 'COMPLETED' })])], {
      status: 'ABORTED',
    });
    await insertPlan(database, outcomeOf(archivedRelease));
    await archiveRelease(database, archivedRelease.id);
    const [only] = archivedRelease.phases;
    const task = only?.tasks[0];
    const readMarks = async (...named: readonly string[]) =>
      (await readValidators(database, 'release', release.id, named))?.references;
    const full = `Applications/${archivedRelease.id}`;
    expect(await readMarks(archivedRelease.id)).toEqual(
      new Map([[archivedRelease.id, `${full} ${archivedRelease.title}`]]),
    );
    expect(await readMarks(task?.id ?? '')).toEqual(new Map([[task?.id, `${full}/${only?.id}/${task?.id} work`]]));
    const locations = await readLocations(database, [archivedRelease.id, task?.id ?? '', 'FolderA']);
    expect(locations.archived).toEqual(
      new Map([
        [archivedRelease.id, { title: archivedRelease.title, resolved: false }],
        [task?.id, { title: 'work', resolved: true }],
      ]),
    );
    expect(locationTag(locations, archivedRelease.id)).toBe(`${full} ${archivedRelease.title}`);
    expect([locationTag(locations, 'FolderA'), locationTag(locations, 'ReleaseNone')]).toEqual([
      'Applications/FolderA',
      null,
    ]);
  });

  test('cover referenced phases, tasks and folders', async () => {
    const named = [inner.id, phase.id, 'FolderB'];
    const above = `Applications/FolderA/${release.id}/${phase.id}`;
    expect((await readValidators(database, 'release', endedRelease.id, named))?.references).toEqual(
      new Map([
        [inner.id, `${above}/${group.id}/${inner.id}`],
        [phase.id, above],
        ['FolderB', 'Applications/FolderB'],
      ]),
    );
  });

  test('change with the parent folders', async () => {
    await moveFolder(database, 'FolderB', 'FolderA', { username: 'ann', address: null });
    expect((await readValidators(database, 'release', endedRelease.id, ['FolderB']))?.references).toEqual(
      new Map([['FolderB', 'Applications/FolderA/FolderB']]),
    );
  });

  test('do not exist for unknown ids, and differ for archived releases', async () => {
    expect(await readValidators(database, 'release', 'ReleaseNone', [])).toBeNull();
    expect(await readValidators(database, 'archived', endedRelease.id, [])).toBeNull();
    await archiveRelease(database, endedRelease.id);
    expect(await readValidators(database, 'release', endedRelease.id, [])).toBeNull();
    expect(await readValidators(database, 'archived', endedRelease.id, [])).toMatchObject({
      folderPath: ['Applications'],
    });
  });
});

test('task states are found at any depth, live and archived, without unknown ids', async () => {
  const [[archived]] = endedRelease.phases.map(({ tasks }) => tasks) as [[typeof inner]];
  expect(await readTaskStates(database, [archived.id, inner.id, 'TaskNone'])).toEqual(
    new Map([
      [
        inner.id,
        {
          id: inner.id,
          full: `Applications/FolderA/${release.id}/${phase.id}/${group.id}/${inner.id}`,
          status: 'PLANNED',
          release: `Applications/FolderA/${release.id}`,
          releaseStatus: 'PLANNED',
          access: ofTask(release),
        },
      ],
      [
        archived.id,
        {
          id: archived.id,
          full: `Applications/${endedRelease.id}/${endedRelease.phases[0]?.id}/${archived.id}`,
          status: 'PLANNED',
          release: `Applications/${endedRelease.id}`,
          releaseStatus: 'COMPLETED',
          access: { ...ofTask(endedRelease), folderId: 'Applications' },
        },
      ],
    ]),
  );
});
