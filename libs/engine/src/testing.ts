import type { TaskDraft, TemplateDraft } from '@slipway/domain/model';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import type { TriggerPatch } from '@slipway/domain/triggers';
import { addConfiguration } from '@slipway/persistence/configurations';
import { type Database, type DatabaseOptions, openDatabase } from '@slipway/persistence/database';
import { createSeal } from '@slipway/persistence/secrets';
import { storeReceivedEvent, storeVerdict } from '@slipway/persistence/webhooks';
import { freshDatabase } from '../../../test/harness/database.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import { allowAll } from './people/person.ts';
import { addTrigger } from './triggers/change-trigger.ts';

/** A user with all permissions. */
export const testUser = allowAll('ann');

/** Creates engines on one new database, like separate processes. */
export interface TestEnvironment {
  readonly database: Database;
  engine(options?: Partial<EngineOptions>): Engine;
  close(): Promise<void>;
}

/** A new database and its engine. The test file closes it. */
export async function openTestEnvironment(options: Partial<DatabaseOptions> = {}): Promise<TestEnvironment> {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.url, idleTimeoutMs: 600_000, ...options });
  const seal = createSeal('a secret for tests');
  return {
    database,
    engine: (overrides = {}) => createEngine({ database, seal, ...overrides }),
    close: async () => {
      await database.stop();
      await fresh.drop();
    },
  };
}

/** Creates a template draft from the titles of its tasks, for each phase. */
export const plan = (phases: Readonly<Record<string, readonly (string | TaskDraft)[]>>): TemplateDraft => ({
  title: 'Plan',
  phases: Object.entries(phases).map(([title, tasks]) => ({
    title,
    tasks: tasks.map((task) => (typeof task === 'string' ? { title: task } : task)),
  })),
});

/** A request for a release that is not started automatically. */
export const order = (changes: Partial<CreateReleaseRequest> = {}): CreateReleaseRequest => ({
  releaseTitle: 'Release',
  folderId: null,
  variables: {},
  scheduledStartDate: null,
  autoStart: false,
  startedFromTaskId: null,
  releaseOwner: null,
  ...changes,
});

/** Creates a template, and starts a release from it. */
export async function createStartedRelease(
  engine: Engine,
  draft: TemplateDraft,
  changes: Partial<CreateReleaseRequest> = {},
) {
  const { release: template } = await engine.createTemplate(draft, 'Applications', testUser);
  const { release: planned } = await engine.createRelease(template.id, order(changes), testUser);
  const { release, version } = await engine.dispatch(planned.id, {
    kind: 'command',
    caller: testUser,
    command: { type: 'startRelease' },
  });
  return { template, release, version };
}

let counter = 0;

/** A new endpoint with triggers that create releases from a template, and a function that sends it events. */
export async function addEndpoint(database: Database, templateId: string) {
  counter += 1;
  const id = `Configuration${counter}`;
  const type = 'events.PostWebhookEndpoint';
  const fields = {
    type,
    folderId: null,
    title: id,
    properties: {},
    secrets: {},
    variableMapping: {},
    path: id,
    eventSource: null,
  };
  await addConfiguration(database, { id, ...fields });
  const [row] = await database.query<{ version: number }>(
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
    counter += 1;
    const receivedEvent = `Delivery${counter}`;
    const request = { id: receivedEvent, endpointId: id, method: 'POST', path: id, parameters: {}, headers: {}, body };
    await storeReceivedEvent(database, { ...request, deduplicationKey: null }, row!.version);
    const stored = await storeVerdict(database, {
      id: receivedEvent,
      verdict,
      reason: null,
      sealedHeaders: null,
      isPing: false,
      status: 200,
      durationMs: 1,
    });
    return { receivedEvent, unprocessed: stored?.unprocessed };
  };
  return { id, listen, deliver };
}
