import type { Command } from '@slipway/domain/commands';
import { isGroupType, type Release, tasksOf } from '@slipway/domain/model';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import { addBlackout } from '@slipway/persistence/calendar';
import type { Database } from '@slipway/persistence/database';
import { newId } from '../environment/ids.ts';
import type { Person } from '../people/person.ts';
import { sampleFolder } from './samples.ts';

interface Input {
  readonly kind: 'command';
  readonly caller: Person;
  readonly command: Command;
}

interface Result {
  readonly release: Release;
}

interface ExampleEngine {
  createRelease(templateId: string, order: CreateReleaseRequest, caller: Person): Promise<Result>;
  dispatch(releaseId: string, input: Input): Promise<Result>;
}

/** A release of the sample template, and the steps that bring it into its state. */
interface Example {
  readonly version: string;
  readonly order: Partial<CreateReleaseRequest>;
  /** How often all running tasks are completed. */
  readonly rounds: number;
  /** The comment with which the running task fails afterward. */
  readonly failure?: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const defaultOrder: Omit<CreateReleaseRequest, 'releaseTitle'> = {
  folderId: null,
  variables: {},
  scheduledStartDate: null,
  autoStart: false,
  startedFromTaskId: null,
  releaseOwner: null,
};

/** The blackout of the next days. It starts at the next midnight in UTC. */
function freezeAfter(now: number): { readonly startDate: number; readonly endDate: number } {
  const startDate = now - (now % dayMs) + dayMs;
  return { startDate, endDate: startDate + 2 * dayMs };
}

/** A failed release, a late one, one that waits for an approval, and one that is planned in the blackout. */
const examplesAt = (now: number): readonly Example[] => [
  { version: '2.3.0', order: { startsNow: true }, rounds: 2, failure: 'The checkout shows an empty page.' },
  { version: '2.3.1', order: { startsNow: true, own: { dueDate: now - dayMs } }, rounds: 1 },
  { version: '2.4.0', order: { startsNow: true }, rounds: 3 },
  { version: '2.5.0', order: { scheduledStartDate: freezeAfter(now).startDate + 12 * hourMs }, rounds: 0 },
];

/** Returns the ids of the running tasks without groups. */
const runningTasks = (release: Release): readonly string[] =>
  [...tasksOf(release)]
    .filter(({ definition, run }) => run.status === 'IN_PROGRESS' && !isGroupType(definition.type))
    .map(({ id }) => id);

async function addExample(engine: ExampleEngine, caller: Person, example: Example): Promise<void> {
  const { version, order, rounds, failure } = example;
  const request = { ...defaultOrder, ...order, releaseTitle: `Web shop ${version}`, variables: { version } };
  let { release } = await engine.createRelease('ReleaseBuildTestDeploy', request, caller);
  const send = async (command: Command): Promise<void> => {
    ({ release } = await engine.dispatch(release.id, { kind: 'command', caller, command }));
  };
  for (let round = 0; round < rounds; round += 1)
    for (const taskId of runningTasks(release)) await send({ type: 'completeTask', taskId });
  const [taskId] = runningTasks(release);
  if (failure !== undefined && taskId !== undefined) await send({ type: 'failTask', taskId, comment: failure });
}

/**
 * Creates releases of the template `Build, test, deploy` in states that need a user, and a blackout for the folder of
 * the template. `now` is in epoch milliseconds.
 */
export async function addExampleReleases(
  database: Database,
  engine: ExampleEngine,
  caller: Person,
  now: number,
): Promise<void> {
  for (const example of examplesAt(now)) await addExample(engine, caller, example);
  const freeze = { id: newId('Blackout'), label: 'Change freeze', folderId: sampleFolder.id };
  await addBlackout(database, { ...freeze, ...freezeAfter(now) });
}
