import type { Release } from '@slipway/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { createFolder } from '../../folders/directory.ts';
import { moveFolder } from '../../folders/folder-tree.ts';
import { markOf, readElsewhere } from '../../folders/full-ids.ts';
import { readAccessVersion } from '../../people/grants.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { archiveRelease } from '../../upkeep/archive.ts';
import { insertPlan } from '../saving/save.ts';
import { readTaskStates } from './task-statuses.ts';
import { readValidators } from './validators.ts';

let fresh: FreshDatabase;
let database: Database;
const inner = taskWith();
const group = taskWith({ type: 'SequentialGroup' }, {}, {}, [inner]);
const phase = phaseWith([group]);
const release = releaseWith([phase], { folderId: 'FolderA' });
const other = releaseWith([phaseWith([taskWith()])], { status: 'COMPLETED' });

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  for (const id of ['FolderA', 'FolderB']) {
    await createFolder(database, { id, parentId: 'Applications', title: id, freshId: `${id}Fresh` });
  }
  await insertPlan(database, outcomeOf(release));
  await insertPlan(database, outcomeOf(other));
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
  test('of a release and of a task in it, with the releases that they name', async () => {
    const { version } = await storedPlan(database, release.id);
    const expected = {
      releaseId: release.id,
      version,
      folderPath: ['Applications', 'FolderA'],
      elsewhere: new Map([[other.id, `Applications/${other.id}`]]),
      triggers: null,
      grants: await readAccessVersion(database),
      standing: standingOf(release),
      standings: new Map([[other.id, standingOf(other)]]),
    };
    const calendar = { version: expect.any(Number), now: expect.any(Number) };
    expect(await readValidators(database, 'release', release.id, [other.id, 'ReleaseNone'])).toEqual({
      ...expected,
      calendar,
    });
    const task = { owner: null, team: null };
    const shy = { ...expected, standing: { ...expected.standing, task }, calendar: null, grants: null };
    expect(await readValidators(database, 'task', inner.id, [other.id])).toEqual(shy);
    expect(await readValidators(database, 'task', inner.id, [])).toEqual({
      ...shy,
      elsewhere: new Map(),
      standings: new Map(),
    });
  });

  test('with the title of what it names, once that is archived', async () => {
    const gone = releaseWith([phaseWith([taskWith({ title: 'work' }, { status: 'COMPLETED' })])], {
      status: 'ABORTED',
    });
    await insertPlan(database, outcomeOf(gone));
    await archiveRelease(database, gone.id);
    const [only] = gone.phases;
    const task = only?.tasks[0];
    const marks = async (...named: readonly string[]) =>
      (await readValidators(database, 'release', release.id, named))?.elsewhere;
    const full = `Applications/${gone.id}`;
    expect(await marks(gone.id)).toEqual(new Map([[gone.id, `${full} ${gone.title}`]]));
    expect(await marks(task?.id ?? '')).toEqual(new Map([[task?.id, `${full}/${only?.id}/${task?.id} work`]]));
    const elsewhere = await readElsewhere(database, [gone.id, task?.id ?? '', 'FolderA']);
    expect(elsewhere.archived).toEqual(
      new Map([
        [gone.id, { title: gone.title, resolved: false }],
        [task?.id, { title: 'work', resolved: true }],
      ]),
    );
    expect(markOf(elsewhere, gone.id)).toBe(`${full} ${gone.title}`);
    expect([markOf(elsewhere, 'FolderA'), markOf(elsewhere, 'ReleaseNone')]).toEqual(['Applications/FolderA', null]);
  });

  test('with phases, tasks and folders that it names', async () => {
    const named = [inner.id, phase.id, 'FolderB'];
    const above = `Applications/FolderA/${release.id}/${phase.id}`;
    expect((await readValidators(database, 'release', other.id, named))?.elsewhere).toEqual(
      new Map([
        [inner.id, `${above}/${group.id}/${inner.id}`],
        [phase.id, above],
        ['FolderB', 'Applications/FolderB'],
      ]),
    );
  });

  test('changes with the folders above it', async () => {
    await moveFolder(database, 'FolderB', 'FolderA', { username: 'ann', address: null });
    expect((await readValidators(database, 'release', other.id, ['FolderB']))?.elsewhere).toEqual(
      new Map([['FolderB', 'Applications/FolderA/FolderB']]),
    );
  });

  test('is nothing where nothing is, and in the archive apart', async () => {
    expect(await readValidators(database, 'release', 'ReleaseNone', [])).toBeNull();
    expect(await readValidators(database, 'archived', other.id, [])).toBeNull();
    await archiveRelease(database, other.id);
    expect(await readValidators(database, 'release', other.id, [])).toBeNull();
    expect(await readValidators(database, 'archived', other.id, [])).toMatchObject({ folderPath: ['Applications'] });
  });
});

test('tasks return their status at any depth, live and archived; unknown ones are left out', async () => {
  const [[archived]] = other.phases.map(({ tasks }) => tasks) as [[typeof inner]];
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
          standing: ofTask(release),
        },
      ],
      [
        archived.id,
        {
          id: archived.id,
          full: `Applications/${other.id}/${other.phases[0]?.id}/${archived.id}`,
          status: 'PLANNED',
          release: `Applications/${other.id}`,
          releaseStatus: 'COMPLETED',
          standing: { ...ofTask(other), folderId: 'Applications' },
        },
      ],
    ]),
  );
});
