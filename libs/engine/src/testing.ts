import type { Caller, CreateOrder, TaskDraft, TemplateDraft } from '@slipway/domain';
import { createSeal, type Database, type DatabaseOptions, openDatabase } from '@slipway/persistence';
import { freshDatabase } from '../../../test/harness/database.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';

/** A person who may do everything. */
export const someone: Caller = { username: 'ann', may: () => true };

/** Engines over one fresh database, as if each were in a process of its own. */
export interface Ground {
  readonly database: Database;
  engine(options?: Partial<EngineOptions>): Engine;
  close(): Promise<void>;
}

/** A fresh database and what belongs to it; the test file closes it. */
export async function openGround(options: Partial<DatabaseOptions> = {}): Promise<Ground> {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.url, ...options });
  const seal = createSeal('a secret for tests');
  return {
    database,
    engine: (given = {}) => createEngine({ database, seal, ...given }),
    close: async () => {
      await database.stop();
      await fresh.drop();
    },
  };
}

/** A template draft out of the titles of its tasks, phase by phase. */
export const plan = (phases: Readonly<Record<string, readonly (string | TaskDraft)[]>>): TemplateDraft => ({
  title: 'Plan',
  phases: Object.entries(phases).map(([title, tasks]) => ({
    title,
    tasks: tasks.map((task) => (typeof task === 'string' ? { title: task } : task)),
  })),
});

/** An order for a release that waits to be started. */
export const order = (changes: Partial<CreateOrder> = {}): CreateOrder => ({
  releaseTitle: 'Release',
  folderId: null,
  variables: {},
  scheduledStartDate: null,
  autoStart: false,
  startedFromTaskId: null,
  releaseOwner: null,
  ...changes,
});

/** Makes a template and a started release from it. */
export async function started(engine: Engine, draft: TemplateDraft, changes: Partial<CreateOrder> = {}) {
  const { release: template } = await engine.createTemplate(draft, 'Applications', someone);
  const { release: planned } = await engine.createRelease(template.id, order(changes), someone);
  const { release, version } = await engine.dispatch(planned.id, {
    kind: 'command',
    caller: someone,
    command: { type: 'startRelease' },
  });
  return { template, release, version };
}
