import {
  asStored,
  type Caller,
  type CopyOrder,
  type CreateOrder,
  copyTemplate,
  createRelease,
  createTemplate,
  NotFound,
  type Outcome,
  rootFolderId,
  type TemplateDraft,
} from '@slipway/domain';
import {
  type Connection,
  findFolder,
  type IdempotencyKey,
  insertPlan,
  insertPlans,
  loadPlan,
  type Plan,
  readClock,
  readVersion,
  type Saved,
} from '@slipway/persistence';
import { claimTemplate } from './claim.ts';
import { decideFully, decideOpenly } from './decide.ts';
import { type Deciding, type Dispatched, envAt, unlessPassing } from './dispatch.ts';
import { retrying } from './retry.ts';
import { sealOrder, sealTemplate } from './secrets.ts';
import { type Held, requireVersion } from './terms.ts';
import { together } from './together.ts';

/**
 * Makes a template in a folder. Ids that the client chose are kept where they are free. Throws Invalid,
 * Conflict, Repeated, and NotFound when there is no such folder.
 */
export async function makeTemplate(
  deciding: Deciding,
  draft: TemplateDraft,
  folderId: string,
  caller: Caller,
  terms: Held,
): Promise<Dispatched> {
  return await retrying('a template with these ids', () =>
    deciding.database.transaction(async (connection) => {
      await requireFolder(connection, folderId);
      const claimed = await claimTemplate(connection, sealTemplate(deciding.seal, draft));
      const outcome = createTemplate(claimed, folderId, caller, envAt(deciding, await readClock(connection), {}));
      return await insertMade(connection, outcome, [], terms.key(), true);
    }),
  );
}

/** Throws NotFound where there is no such folder. */
export async function requireFolder(connection: Connection, folderId: string): Promise<void> {
  if (folderId === rootFolderId) return;
  if ((await findFolder(connection, folderId)) === null) throw new NotFound(`there is no folder '${folderId}'`);
}

/**
 * Makes a release from a template, all of it as it was at one moment. Throws Invalid, Forbidden, Outdated
 * (the template), Repeated, and NotFound when there is no such template or folder.
 */
export async function makeRelease(
  deciding: Deciding,
  templateId: string,
  order: CreateOrder,
  caller: Caller,
  terms: Held,
): Promise<Dispatched> {
  const asking = { templateId, order, caller, terms };
  const made = (await makeFreely(deciding, asking)) ?? (await makeInSnapshot(deciding, asking));
  remember(deciding, made);
  return made;
}

interface Creating {
  readonly templateId: string;
  readonly order: CreateOrder;
  readonly caller: Caller;
  readonly terms: Held;
}

/**
 * Makes it of the template as this process knows it, by one statement that does nothing if others changed that since.
 * Null where it takes more: then it is refused, too, on the template as it is stored.
 */
async function makeFreely(
  deciding: Deciding,
  { templateId, order, caller, terms }: Creating,
): Promise<Dispatched | null> {
  const template = deciding.plans.get(templateId);
  if (template === undefined || template.release.status !== 'TEMPLATE' || order.folderId !== null) return null;
  const { release, version } = template;
  const expected = terms.expected(templateId);
  if (expected !== null && expected !== version) return null;
  const now = await deciding.clock.now();
  let decided: Awaited<ReturnType<typeof decideOpenly>>;
  try {
    const sealed = sealOrder(deciding.seal, release, order);
    decided = await decideOpenly(deciding.database, version, (world) =>
      createRelease(release, sealed, caller, envAt(deciding, now, world)),
    );
  } catch {
    return null;
  }
  if ('wants' in decided) return null;
  const along = { key: terms.key(), shows: true, from: { id: templateId, version } };
  const saved = await insertPlan(deciding.database, decided, along).catch(unlessPassing);
  return saved && madeBy(decided, [], saved);
}

async function makeInSnapshot(deciding: Deciding, { templateId, order, caller, terms }: Creating): Promise<Dispatched> {
  return await retrying(`template '${templateId}'`, () =>
    deciding.database.transaction(async (connection) => {
      const template = await templateIn(connection, deciding, templateId);
      requireVersion(templateId, terms.expected(templateId), template.version);
      if (order.folderId !== null) await requireFolder(connection, order.folderId);
      const sealed = sealOrder(deciding.seal, template.release, order);
      const now = await readClock(connection);
      const place = { folderId: order.folderId ?? template.release.folderId, now, plans: deciding.plans };
      const { outcome, created } = await decideFully(connection, place, (world) =>
        createRelease(template.release, sealed, caller, envAt(deciding, now, world)),
      );
      return await insertMade(connection, outcome, created, terms.key(), true);
    }, 'snapshot'),
  );
}

/** Who makes a release starts it next, as a rule: its plan is known then without being loaded. */
export function remember({ plans }: Deciding, { release, version, outcome }: Dispatched): void {
  if (outcome !== null) plans.put({ release, version, awaits: outcome.awaits, wakeAt: outcome.wakeAt });
}

/**
 * Makes a template like another one, in the same folder, all of it as it was at one moment. Throws Invalid,
 * Outdated (the template), Repeated, and NotFound when there is no such template.
 */
export async function makeTemplateLike(
  deciding: Deciding,
  templateId: string,
  order: CopyOrder,
  caller: Caller,
  terms: Held,
): Promise<Dispatched> {
  return await retrying(`template '${templateId}'`, () =>
    deciding.database.transaction(async (connection) => {
      const { release, version } = await templateIn(connection, deciding, templateId);
      requireVersion(templateId, terms.expected(templateId), version);
      const outcome = copyTemplate(release, order, caller, envAt(deciding, await readClock(connection), {}));
      return await insertMade(connection, outcome, [], terms.key(), true);
    }, 'snapshot'),
  );
}

/** A template as this transaction sees it. Throws NotFound. */
export async function templateIn(connection: Connection, { plans }: Deciding, id: string): Promise<Plan> {
  const known = plans.get(id);
  const version = known === undefined ? null : await readVersion(connection, id);
  const plan = known !== undefined && known.version === version ? known : await loadPlan(connection, id);
  if (plan === null || plan.release.status !== 'TEMPLATE') throw new NotFound(`there is no template '${id}'`);
  plans.put(plan);
  return plan;
}

/** Stores what was made, and what it made; `shows` tells whether the caller wants to see it. */
export async function insertMade(
  connection: Connection,
  outcome: Outcome,
  created: readonly Outcome[],
  key: IdempotencyKey | null,
  shows = false,
): Promise<Dispatched> {
  const [saved] = await together(insertPlan(connection, outcome, { key, shows }), insertPlans(connection, created));
  if (saved === null) throw new Error(`release '${outcome.release.id}' exists in the archive`);
  return madeBy(outcome, created, saved);
}

const madeBy = (outcome: Outcome, created: readonly Outcome[], saved: Saved): Dispatched => ({
  ...saved,
  release: saved.whole?.release ?? asStored(outcome.release),
  outcome,
  created,
});
