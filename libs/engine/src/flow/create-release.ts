import { type Caller, type CreateOrder, createRelease } from '@slipway/domain';
import { insertPlan, readClock } from '@slipway/persistence';
import { type Deciding, type Dispatched, envAt, unlessTransient } from '../commands/dispatch.ts';
import { type Held, requireVersion } from '../commands/request-terms.ts';
import { sealOrder } from '../commands/seal-drafts.ts';
import { retrying } from '../concurrency/retry.ts';
import { decideFully, decideOpenly } from '../decision/decide.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { insertMade, madeBy, templateIn } from '../plans/stored-plans.ts';

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
  const saved = await insertPlan(deciding.database, decided, along).catch(unlessTransient);
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
