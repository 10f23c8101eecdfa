import { setImmediate } from 'node:timers/promises';
import { createTemplate } from '@slipway/domain/commands';
import type { TemplateDraft } from '@slipway/domain/model';
import type { TeamJson } from '@slipway/domain/people';
import { type Connection, readClock } from '@slipway/persistence/database';
import { type IdempotencyKey, insertTemplates, storeKey, type TemplateInsert } from '@slipway/persistence/plans';
import { currentTraceparent } from '@slipway/tracing';
import { claimTemplates } from '../commands/claim-ids.ts';
import { type DispatchResult, toSavedResult } from '../commands/dispatch-result.ts';
import { sealTemplate } from '../commands/seal-drafts.ts';
import { withPasswordsOfTemplates } from '../commands/template-passwords.ts';
import { withRetries } from '../concurrency/retry.ts';
import { createEnv, type EngineContext } from '../decision/engine-context.ts';
import { planWeight } from '../decision/plan-weight.ts';
import { noPermissions } from '../people/caller.ts';
import { teamsOfNewTemplates } from '../people/new-plan-teams.ts';
import type { Person } from '../people/person.ts';

/** A template to be made in a folder that is there. */
export interface NewTemplate {
  readonly draft: TemplateDraft;
  readonly folderId: string;
  /** the teams that its JSON brings, which count at the top */
  readonly draftTeams: readonly TeamJson[];
}

/** In bytes of memory, of the plans that one statement brings; one that is larger alone has its own. */
const maxBatchWeight = 8 * 1024 * 1024;

/**
 * Creates all templates or none, with as many statements as for one. Ids of clients are kept if they are free, and
 * references between the templates are updated. Throws Invalid, Conflict, Forbidden, DuplicateRequest, and NotFound if a
 * folder does not exist.
 */
export async function createTemplatesFromDrafts(
  context: EngineContext,
  templates: readonly NewTemplate[],
  person: Person,
  key: IdempotencyKey | null,
): Promise<readonly DispatchResult[]> {
  if (templates.length === 0) return [];
  const callers = await person.callersAt(templates.map(({ folderId }) => ({ folderId })));
  return await withRetries('a template with these ids', () =>
    context.database.transaction(async (connection) => {
      if (key !== null) await storeKey(connection, key);
      const sealed: NewTemplate[] = [];
      for (const template of templates) {
        const preparedDraft = await withPasswordsOfTemplates(connection, template.draft);
        sealed.push({ ...template, draft: sealTemplate(context.seal, preparedDraft) });
      }
      const drafts = await claimTemplates(
        connection,
        sealed.map(({ draft }) => draft),
      );
      const teams = await teamsOfNewTemplates(connection, templates, person);
      const env = createEnv(context, await readClock(connection), {});
      const decisions = sealed.map(
        ({ draft, folderId }, index) =>
          (): TemplateInsert => ({
            outcome: createTemplate(drafts[index] ?? draft, folderId, callers[index] ?? noPermissions, env),
            teams: teams[index] ?? [],
          }),
      );
      return await insertAll(connection, decisions);
    }),
  );
}

/** Decides on templates and inserts them, as many at a time as one statement brings. */
async function insertAll(
  connection: Connection,
  decisions: readonly (() => TemplateInsert)[],
): Promise<readonly DispatchResult[]> {
  const results: DispatchResult[] = [];
  let [batch, weight]: [TemplateInsert[], number] = [[], 0];
  for (const decide of decisions) {
    const created = decide();
    await setImmediate();
    const templateWeight = planWeight({ ...created.outcome, version: 0, traceparent: null });
    if (batch.length > 0 && weight + templateWeight > maxBatchWeight) {
      results.push(...(await insertBatch(connection, batch)));
      [batch, weight] = [[], 0];
    }
    batch.push(created);
    weight += templateWeight;
    // Yields to other requests.
    await setImmediate();
  }
  return [...results, ...(await insertBatch(connection, batch))];
}

async function insertBatch(
  connection: Connection,
  batch: readonly TemplateInsert[],
): Promise<readonly DispatchResult[]> {
  const versions = await insertTemplates(connection, batch);
  const emptyResult = {
    waiters: [],
    taskView: null,
    releaseView: null,
    riskVersion: null,
    traceparent: currentTraceparent(),
  };
  return batch.map(({ outcome }) =>
    toSavedResult(outcome, [], { ...emptyResult, version: versions.get(outcome.release.id) ?? 0 }),
  );
}
