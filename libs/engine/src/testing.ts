import type { CreateOrder, TaskDraft, TemplateDraft, TriggerPatch } from '@slipway/domain';
import {
  addConfiguration,
  createSeal,
  type Database,
  type DatabaseOptions,
  judgeReceivedEvent,
  openDatabase,
  storeReceivedEvent,
} from '@slipway/persistence';
import { freshDatabase } from '../../../test/harness/database.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import { allowed } from './people/caller.ts';
import { addTrigger } from './triggers/change-trigger.ts';

/** A user with all permissions. */
export const someone = allowed('ann');

/** Engines over one fresh database, as if each were in a process of its own. */
export interface Ground {
  readonly database: Database;
  engine(options?: Partial<EngineOptions>): Engine;
  close(): Promise<void>;
}

/** A fresh database and what belongs to it; the test file closes it. */
export async function openGround(options: Partial<DatabaseOptions> = {}): Promise<Ground> {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.url, idleTimeoutMs: 600_000, ...options });
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

let made = 0;

/** A new endpoint with triggers that create releases from a template, and a function that sends it events. */
export async function endpointOn(database: Database, templateId: string) {
  made += 1;
  const id = `Configuration${made}`;
  const type = 'events.PostWebhookEndpoint';
  const own = {
    type,
    folderId: null,
    title: id,
    properties: {},
    secrets: {},
    variableMapping: {},
    path: id,
    eventSource: null,
  };
  await addConfiguration(database, { id, ...own });
  const [found] = await database.query<{ version: number }>(
    { text: 'select version from configurations where id = $1' },
    [id],
  );
  const listen = (patch: TriggerPatch = {}) =>
    addTrigger(
      { database, seal: createSeal('a secret for tests') },
      {
        id: null,
        type: 'events.EventBasedTrigger',
        title: 'Push',
        folderId: 'Applications',
        templateId,
        eventSource: id,
        ...patch,
      },
      null,
    );
  const deliver = async (body = '{}', verdict: 'ACCEPTED' | 'REFUSED' = 'ACCEPTED') => {
    made += 1;
    const receivedEvent = `Delivery${made}`;
    const sent = { id: receivedEvent, endpointId: id, method: 'POST', path: id, parameters: {}, headers: {}, body };
    await storeReceivedEvent(database, { ...sent, deduplicationKey: null }, found!.version);
    const judged = await judgeReceivedEvent(database, {
      id: receivedEvent,
      verdict,
      reason: null,
      sealedHeaders: null,
      status: 200,
      durationMs: 1,
    });
    return { receivedEvent, unprocessed: judged?.unprocessed };
  };
  return { id, listen, deliver };
}
