import { clip, NotFound } from '@slipway/domain/model';
import { mayView } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { locateObject } from '../ids/location.ts';
import type { ResourceContext } from '../model/context.ts';
import { idKindOf } from '../model/id-kind.ts';

/**
 * Checks the permission to view the target of a gate, because its end is visible at the gate. The command refuses a
 * missing target with the same message. Throws NotFound.
 */
export async function requireVisibleTarget(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  target: string,
): Promise<void> {
  if (target.includes('${') || caller.hasPermission('admin')) return;
  const find = async () => await locateObject(database, idKindOf(['Release', 'Phase', 'Task'], target), target);
  const location = await find().catch(nullIfMissing);
  if (location === null || location.subject === null) return;
  if (mayView(await caller.callerAt(location.scope), location.subject)) return;
  throw new NotFound(`there is no release, phase or task '${clip(target)}'`);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
