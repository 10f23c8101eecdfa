import { createRelease } from '@slipway/domain/commands';
import type { Caller } from '@slipway/domain/decision';
import { message } from '@slipway/domain/messages';
import { isTemplate, type Release } from '@slipway/domain/model';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import { readClock } from '@slipway/persistence/database';
import { insertPlan } from '@slipway/persistence/plans';
import { nullIfTransient, readPlan } from '../commands/dispatch.ts';
import { type DispatchResult, toSavedResult } from '../commands/dispatch-result.ts';
import { type PendingPreconditions, requireVersion } from '../commands/preconditions.ts';
import { sealOrder } from '../commands/seal-order.ts';
import { withRetries } from '../concurrency/retry.ts';
import { decideInTransaction, decideWithoutLocks } from '../decision/decide.ts';
import { createEnv, type EngineContext } from '../decision/engine-context.ts';
import { requireFolder } from '../folders/require-folder.ts';
import type { Person } from '../people/person.ts';
import { insertWithCreated, readTemplate } from '../plans/insert-with-created.ts';
import { childTemplateViewers } from './child-template-viewers.ts';

/**
 * Creates a release from a consistent version of a template. Throws Invalid, Forbidden, PreconditionFailed (the
 * template), DuplicateRequest, and NotFound if the template or folder does not exist.
 */
export async function createReleaseFromTemplate(
  context: EngineContext,
  templateId: string,
  order: CreateReleaseRequest,
  person: Person,
  preconditions: PendingPreconditions,
): Promise<DispatchResult> {
  // Loaded before the transaction, so that it uses no second connection.
  const { release: template } = await readPlan(context, templateId, 'template');
  await bindCaller(person, template, order);
  await childTemplateViewers(context.database, person, template, order);
  const request = { templateId, order, person, preconditions };
  const result = (await createWithoutTransaction(context, request)) ?? (await createInSnapshot(context, request));
  cachePlan(context, result);
  return result;
}

/** The permissions of the caller at the template, and at the target folder. */
async function bindCaller(
  person: Person,
  { id, folderId }: Release,
  order: CreateReleaseRequest,
): Promise<{ readonly caller: Caller; readonly callerAtTarget: Caller }> {
  const caller = await person.callerAt({ folderId, releaseId: id });
  return {
    caller,
    callerAtTarget: order.folderId === null ? caller : await person.callerAt({ folderId: order.folderId }),
  };
}

interface CreationRequest {
  readonly templateId: string;
  readonly order: CreateReleaseRequest;
  readonly person: Person;
  readonly preconditions: PendingPreconditions;
}

/**
 * Creates the release from the cached template, with one statement that does nothing if the template has changed.
 * Returns null if a lock is required. A refusal is final only if the template is current.
 */
async function createWithoutTransaction(
  context: EngineContext,
  { templateId, order, person, preconditions }: CreationRequest,
): Promise<DispatchResult | null> {
  const template = context.plans.get(templateId);
  if (template === undefined || !isTemplate(template.release.status) || order.folderId !== null) return null;
  if (order.childVariables !== undefined && order.childVariables.length > 0) return null;
  const { release, version } = template;
  const expected = preconditions.expected(templateId);
  if (expected !== null && expected !== version) return null;
  const now = await context.clock.now();
  let decided: Awaited<ReturnType<typeof decideWithoutLocks>>;
  try {
    const sealed = sealOrder(context.seal, release, order);
    const { caller, callerAtTarget } = await bindCaller(person, release, order);
    decided = await decideWithoutLocks({ connection: context.database, risk: context.risk }, version, (decisionData) =>
      createRelease(release, sealed, caller, createEnv(context, now, decisionData), callerAtTarget),
    );
  } catch {
    return null;
  }
  if ('requirements' in decided) return null;
  const options = { key: preconditions.key(), shows: true, from: { id: templateId, version } };
  const saved = await insertPlan(context.database, decided, options).catch(nullIfTransient);
  if (saved === null) return null;
  if (saved.riskVersion !== null) context.risk.evictOlderThan(saved.riskVersion);
  return toSavedResult(decided, [], saved);
}

async function createInSnapshot(
  context: EngineContext,
  { templateId, order, person, preconditions }: CreationRequest,
): Promise<DispatchResult> {
  return await withRetries(message('objectId.template', { id: templateId }), () =>
    context.database.transaction(async (connection) => {
      const template = await readTemplate(connection, context, templateId);
      requireVersion(templateId, preconditions.expected(templateId), template.version);
      if (order.folderId !== null) await requireFolder(connection, order.folderId);
      const sealed = sealOrder(context.seal, template.release, order);
      const { caller, callerAtTarget } = await bindCaller(person, template.release, order);
      const now = await readClock(connection);
      const scope = {
        folderId: order.folderId ?? template.release.folderId,
        now,
        plans: context.plans,
        risk: context.risk,
      };
      const viewers = await childTemplateViewers(connection, person, template.release, order);
      const { outcome, created } = await decideInTransaction(
        connection,
        scope,
        (decisionData) =>
          createRelease(template.release, sealed, caller, createEnv(context, now, decisionData), callerAtTarget),
        { childTemplateViewers: viewers },
      );
      return await insertWithCreated(connection, outcome, { created, key: preconditions.key() });
    }, 'snapshot'),
  );
}

/** Caches the plan of a new release, which is usually started next. */
export function cachePlan({ plans }: EngineContext, { release, version, outcome, traceparent }: DispatchResult): void {
  if (outcome === null) return;
  const { awaits, wakeAt } = outcome;
  plans.put({ release, version, awaits, wakeAt, traceparent });
}
