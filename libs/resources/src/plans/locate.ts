import { idCandidates } from '@slipway/domain';
import {
  type Database,
  type LocatableKind,
  type Located,
  type LocatedRelease,
  locate,
  locateRelease,
} from '@slipway/persistence';
import { nothingNamed } from '../model/named.ts';

/**
 * The phase, task, variable, condition or dependency of a live release or template that an id names, by a statement. The
 * path before the last segment may be left out or be an old one (decisions.md, Identifiers): it only decides where that
 * segment is not unique. Throws NotFound.
 */
export async function partLocated(database: Database, kind: LocatableKind, written: string): Promise<Located> {
  const found = await locate(database, kind, idCandidates(kind, written), written.split('/').slice(0, -1));
  if (found === null) throw nothingNamed(kind, written);
  return found;
}

/** The live release or template that an id names, by a statement. Throws NotFound. */
export async function releaseLocated(database: Database, written: string, what = 'release'): Promise<LocatedRelease> {
  const found = await locateRelease(database, idCandidates('Release', written));
  if (found === null || found.archived) throw nothingNamed(what, written);
  return found;
}

/**
 * The last segment of the live release or template that an id names. Where the id can mean one only there is no
 * statement: whoever uses it finds out whether it exists. Throws NotFound.
 */
export async function releaseIdNamed(database: Database, written: string): Promise<string> {
  const [only, ...others] = idCandidates('Release', written);
  if (only !== undefined && others.length === 0) return only;
  return (await releaseLocated(database, written)).id;
}

/** The same of a part that a command names beside its subject; `parents` are ids around it. Throws NotFound. */
export async function partIdNamed(
  database: Database,
  kind: LocatableKind,
  written: string,
  parents: readonly string[],
): Promise<string> {
  const candidates = idCandidates(kind, written);
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  const found = await locate(database, kind, candidates, parents);
  if (found === null) throw nothingNamed(kind, written);
  return found.id;
}
