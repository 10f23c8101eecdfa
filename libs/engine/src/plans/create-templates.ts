import { setImmediate } from 'node:timers/promises';
import { copyTemplate, createTemplate } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import type { TemplateDraft } from '@slipway/domain/model';
import type { TeamJson } from '@slipway/domain/people';
import type { CopyTemplateRequest } from '@slipway/domain/templates';
import { sealTemplate } from '@slipway/domain/variables';
import { type Connection, readClock } from '@slipway/persistence/database';
import { type IdempotencyKey, insertTemplates, storeKey, type TemplateInsert } from '@slipway/persistence/plans';
import { currentTraceparent } from '@slipway/tracing';
import { claimTemplate, claimTemplates } from '../commands/claim-ids.ts';
import { readPlan } from '../commands/dispatch.ts';
import { type DispatchResult, toSavedResult } from '../commands/dispatch-result.ts';
import { type PendingPreconditions, requireVersion } from '../commands/preconditions.ts';
import { withPasswordsOfTemplates } from '../commands/template-passwords.ts';
import { withRetries } from '../concurrency/retry.ts';
import { decideInTransaction } from '../decision/decide.ts';
import { createEnv, type EngineContext } from '../decision/engine-context.ts';
import { planWeight } from '../decision/plan-cache.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { teamsOfNewTemplate, teamsOfNewTemplates } from '../people/new-plan-teams.ts';
import { noPermissions, type Person } from '../people/person.ts';
import { insertWithCreated, readTemplate } from './insert-with-created.ts';

/** A new template in an existing folder. */
export interface NewTemplate {
  readonly draft: TemplateDraft;
  readonly folderId: string;
  /** the teams in its JSON, which apply only at the top level */
  readonly draftTeams: readonly TeamJson[];
}

/** The maximum size in memory of the plans in one statement, in bytes. A larger plan gets its own statement. */
const maxBatchWeight = 8 * 1024 * 1024;

/**
 * Creates all templates or none, with as many statements as for one. Ids of clients are kept if they are free, and
 * references between the templates are updated. Throws Invalid, Conflict, Forbidden, DuplicateRequest, and NotFound if
 * a folder does not exist.
 */
export async function createTemplatesFromDrafts(
  context: EngineContext,
  templates: readonly NewTemplate[],
  person: Person,
  key: IdempotencyKey | null,
): Promise<readonly DispatchResult[]> {
  if (templates.length === 0) return [];
  const callers = await person.callersAt(templates.map(({ folderId }) => ({ folderId })));
  return await withRetries(message('objectId.newTemplates'), () =>
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

/** Decides on templates and inserts them, with one statement for each batch. */
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

/**
 * Creates a template in a folder. Ids of the client are kept if they are free. Throws Invalid, Conflict,
 * DuplicateRequest, and NotFound if the folder does not exist.
 */
export async function createTemplateFromDraft(
  context: EngineContext,
  { draft, folderId, draftTeams }: NewTemplate,
  person: Person,
  preconditions: PendingPreconditions,
): Promise<DispatchResult> {
  const caller = await person.callerAt({ folderId });
  return await withRetries(message('objectId.newTemplates'), () =>
    context.database.transaction(async (connection) => {
      await requireFolder(connection, folderId);
      const preparedDraft = await withPasswordsOfTemplates(connection, draft);
      const claimedDraft = await claimTemplate(connection, sealTemplate(context.seal, preparedDraft));
      const teams = await teamsOfNewTemplate(connection, { folderId, draftTeams }, caller);
      const outcome = createTemplate(
        claimedDraft,
        folderId,
        caller,
        createEnv(context, await readClock(connection), {}),
      );
      return await insertWithCreated(connection, outcome, { created: [], key: preconditions.key(), teams });
    }),
  );
}

/**
 * Creates a copy of a consistent version of a template, in the same folder. A copy at the top level gets the teams of a
 * new template, with the caller as a member. Throws Invalid, PreconditionFailed (the template), DuplicateRequest, and
 * NotFound if the template does not exist.
 */
export async function createTemplateCopy(
  context: EngineContext,
  templateId: string,
  order: CopyTemplateRequest,
  person: Person,
  preconditions: PendingPreconditions,
): Promise<DispatchResult> {
  // Loaded before the transaction, so that it uses no second connection.
  const { folderId } = (await readPlan(context, templateId, 'template')).release;
  await person.callerAt({ folderId, releaseId: templateId });
  return await withRetries(message('objectId.template', { id: templateId }), () =>
    context.database.transaction(async (connection) => {
      const { release, version } = await readTemplate(connection, context, templateId);
      requireVersion(templateId, preconditions.expected(templateId), version);
      const caller = await person.callerAt({ folderId: release.folderId, releaseId: templateId });
      const now = await readClock(connection);
      const scope = { folderId: release.folderId, now, plans: context.plans, risk: context.risk };
      const { outcome } = await decideInTransaction(connection, scope, (decisionData) =>
        copyTemplate(release, order, caller, createEnv(context, now, decisionData)),
      );
      const teams = await teamsOfNewTemplate(connection, { folderId: release.folderId, draftTeams: [] }, caller);
      return await insertWithCreated(connection, outcome, { created: [], key: preconditions.key(), teams });
    }, 'snapshot'),
  );
}
