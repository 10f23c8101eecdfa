import { type Caller, type CreateOrder, createRelease, isTemplate, type Release } from '@slipway/domain';
import { insertPlan, readClock } from '@slipway/persistence';
import { knownPlan, nullIfTransient } from '../commands/dispatch.ts';
import { type DispatchResult, savedResult } from '../commands/dispatch-result.ts';
import { type PendingTerms, requireVersion } from '../commands/request-terms.ts';
import { sealOrder } from '../commands/seal-drafts.ts';
import { withRetries } from '../concurrency/retry.ts';
import { type EngineContext, envAt } from '../decision/context.ts';
import { decideInTransaction, decideWithoutLocks } from '../decision/decide.ts';
import { requireFolder } from '../folders/require-folder.ts';
import type { Person } from '../people/person.ts';
import { insertMade, templateIn } from '../plans/stored-plans.ts';

/**
 * Makes a release from a template, all of it as it was at one moment. Throws Invalid, Forbidden, Outdated
 * (the template), Repeated, and NotFound when there is no such template or folder.
 */
export async function makeRelease(
  context: EngineContext,
  templateId: string,
  order: CreateOrder,
  person: Person,
  terms: PendingTerms,
): Promise<DispatchResult> {
  // Loaded before the transaction, so that it uses no second connection.
  await boundTo(person, (await knownPlan(context, templateId, 'template')).release, order);
  const request = { templateId, order, person, terms };
  const made = (await makeWithoutTransaction(context, request)) ?? (await makeInSnapshot(context, request));
  cachePlan(context, made);
  return made;
}

/** A caller at a template, and at the target folder. */
async function boundTo(
  person: Person,
  { id, folderId }: Release,
  order: CreateOrder,
): Promise<{ readonly caller: Caller; readonly there: Caller }> {
  const caller = await person.at({ folderId, releaseId: id });
  return { caller, there: order.folderId === null ? caller : await person.at({ folderId: order.folderId }) };
}

interface CreationRequest {
  readonly templateId: string;
  readonly order: CreateOrder;
  readonly person: Person;
  readonly terms: PendingTerms;
}

/**
 * Creates it from the cached template, with one statement that does nothing if the template has changed. Null if it
 * requires a lock; then it is also refused on the stored template.
 */
async function makeWithoutTransaction(
  context: EngineContext,
  { templateId, order, person, terms }: CreationRequest,
): Promise<DispatchResult | null> {
  const template = context.plans.get(templateId);
  if (template === undefined || !isTemplate(template.release.status) || order.folderId !== null) return null;
  const { release, version } = template;
  const expected = terms.expected(templateId);
  if (expected !== null && expected !== version) return null;
  const now = await context.clock.now();
  let decided: Awaited<ReturnType<typeof decideWithoutLocks>>;
  try {
    const sealed = sealOrder(context.seal, release, order);
    const { caller, there } = await boundTo(person, release, order);
    decided = await decideWithoutLocks({ connection: context.database, risk: context.risk }, version, (world) =>
      createRelease(release, sealed, caller, envAt(context, now, world), there),
    );
  } catch {
    return null;
  }
  if ('wants' in decided) return null;
  const along = { key: terms.key(), shows: true, from: { id: templateId, version } };
  const saved = await insertPlan(context.database, decided, along).catch(nullIfTransient);
  if (saved === null) return null;
  if (saved.riskVersion !== null) context.risk.seen(saved.riskVersion);
  return savedResult(decided, [], saved);
}

async function makeInSnapshot(
  context: EngineContext,
  { templateId, order, person, terms }: CreationRequest,
): Promise<DispatchResult> {
  return await withRetries(`template '${templateId}'`, () =>
    context.database.transaction(async (connection) => {
      const template = await templateIn(connection, context, templateId);
      requireVersion(templateId, terms.expected(templateId), template.version);
      if (order.folderId !== null) await requireFolder(connection, order.folderId);
      const sealed = sealOrder(context.seal, template.release, order);
      const { caller, there } = await boundTo(person, template.release, order);
      const now = await readClock(connection);
      const scope = {
        folderId: order.folderId ?? template.release.folderId,
        now,
        plans: context.plans,
        risk: context.risk,
      };
      const { outcome, created } = await decideInTransaction(connection, scope, (world) =>
        createRelease(template.release, sealed, caller, envAt(context, now, world), there),
      );
      return await insertMade(connection, outcome, { created, key: terms.key() });
    }, 'snapshot'),
  );
}

/** A release that was made is started next, as a rule: its plan is known then without being loaded. */
export function cachePlan({ plans }: EngineContext, { release, version, outcome, traceparent }: DispatchResult): void {
  if (outcome === null) return;
  const { awaits, wakeAt } = outcome;
  plans.put({ release, version, awaits, wakeAt, traceparent });
}
