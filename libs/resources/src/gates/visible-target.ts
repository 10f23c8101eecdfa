import { clip, mayView, NotFound } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { whereIs } from '../ids/whereabouts.ts';
import type { ResourceContext } from '../model/context.ts';
import { kindAmong } from '../model/kind-among.ts';

/**
 * Checks the permission to view the target of a gate, because its end is visible at the gate. The command refuses a
 * missing target with the same message. Throws NotFound.
 */
export async function requireVisible(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  target: string,
): Promise<void> {
  if (target.includes('${') || caller.holds('admin')) return;
  const find = async () => await whereIs(database, kindAmong(['Release', 'Phase', 'Task'], target), target);
  const found = await find().catch(nullIfMissing);
  if (found === null || found.subject === null) return;
  if (mayView(await caller.at(found.place), found.subject)) return;
  throw new NotFound(`there is no release, phase or task '${clip(target)}'`);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
