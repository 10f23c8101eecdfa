import { addTrigger, allowAll, type OpenEngine } from '@slipway/engine';
import { type Database, readClock } from '@slipway/persistence/database';

/** The planned automatic behavior of a release. */
export type ReleaseBehavior = 'works' | 'makes' | 'waits';

/** A release that starts automatically. */
export interface PlannedRelease {
  readonly id: string;
  readonly kind: ReleaseBehavior;
  readonly at: number;
  readonly version: number;
}

/** Triggers that fire every second. */
export interface TickingTriggers {
  /** may run releases in parallel */
  readonly freely: readonly string[];
  /** creates no release while its last release runs */
  readonly single: string;
}

const caller = allowAll('ann');
const kinds = ['works', 'makes', 'waits'] as const;

/** The templates of the releases, by their behavior. */
export type Templates = Readonly<Record<ReleaseBehavior, string>>;

/**
 * Creates the templates. A release of `works` starts and stays at a manual task. A release of `makes` creates another
 * release and completes. A release of `waits` has a gate that waits for the previous release, and completes after it.
 */
export async function createTemplates({ engine }: OpenEngine): Promise<Templates> {
  const template = async (draft: Parameters<typeof engine.createTemplate>[0]) =>
    (await engine.createTemplate(draft, 'Applications', caller)).release.id;
  const creation = {
    newReleaseTitle: 'Made',
    templateId: await template({ title: 'Empty' }),
    folderId: null,
    startRelease: true,
    releaseTags: [],
    templateVariables: [],
    createdReleaseId: null,
  };
  return {
    works: await template({
      title: 'Works',
      maxConcurrentReleases: 1_000_000,
      phases: [{ title: 'Build', tasks: [{ title: 'compile' }] }],
    }),
    makes: await template({
      title: 'Makes',
      scriptUsername: 'admin',
      phases: [{ title: 'Make', tasks: [{ type: 'CreateReleaseTask', title: 'make', creation }] }],
    }),
    waits: await template({
      title: 'Waits',
      variables: [{ key: 'target', type: 'StringVariable' }],
      phases: [
        {
          title: 'Wait',
          tasks: [{ type: 'GateTask', title: 'wait', dependencies: [{ id: '', target: '${target}' }] }],
        },
      ],
    }),
  };
}

/** Plans releases that become due evenly over `spreadMs`, the first one in 1.5 s. */
export async function planReleases(
  { engine, database }: OpenEngine,
  templates: Templates,
  { count, spreadMs }: { readonly count: number; readonly spreadMs: number },
): Promise<readonly PlannedRelease[]> {
  const releases: Omit<PlannedRelease, 'at'>[] = [];
  // no release is due before all are planned, however long planning takes
  const farFuture = (await readClock(database)) + 86_400_000;
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length] ?? 'works';
    const input = {
      releaseTitle: `${kind} ${index}`,
      folderId: null,
      variables: variablesOf(kind, releases.at(-1)),
      scheduledStartDate: farFuture,
      autoStart: true,
      startedFromTaskId: null,
      releaseOwner: null,
    };
    const { release, version } = await engine.createRelease(templates[kind], input, caller);
    releases.push({ id: release.id, kind, version });
  }
  const first = (await readClock(database)) + 1_500;
  const planned = releases.map(({ id, kind, version }, index) => {
    return { id, kind, at: first + Math.floor((index * spreadMs) / count), version: version + 1 };
  });
  await schedule(database, planned);
  return planned;
}

/** Sets the dates of all releases in one statement. */
async function schedule(database: Database, planned: readonly PlannedRelease[]): Promise<void> {
  await database.query(
    {
      text: `update live_releases r set version = version + 1, scheduled_start_date = due.at, next_wake_at = due.at
        from (select id, timestamptz 'epoch' + ms * interval '1 millisecond' as at
          from unnest($1::text[], $2::bigint[]) as given (id, ms)) due
        where r.id = due.id`,
    },
    [planned.map(({ id }) => id), planned.map(({ at }) => String(at))],
  );
}

const variablesOf = (
  kind: ReleaseBehavior,
  previous: Pick<PlannedRelease, 'id'> | undefined,
): Readonly<Record<string, string>> => (kind === 'waits' && previous !== undefined ? { target: previous.id } : {});

/** Creates triggers that fire every second from now on. */
export async function addTickingTriggers(opened: OpenEngine, { works }: Templates): Promise<TickingTriggers> {
  const triggerFields = { folderId: 'Applications', periodicity: '1', catchUp: 'all', templateId: works } as const;
  const addTicking = (title: string, allowParallelExecution: boolean) =>
    addTrigger(opened, { id: null, title, allowParallelExecution, ...triggerFields }, null);
  return {
    freely: [await addTicking('First', true), await addTicking('Second', true)],
    single: await addTicking('Single', false),
  };
}
