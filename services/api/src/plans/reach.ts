import { type Caller, type Command, clip, idCandidates, isIdOf, NotFound } from '@slipway/domain';
import type { Dispatched } from '@slipway/engine';
import { type LocatableKind, locate, locateRelease } from '@slipway/persistence';
import type { Deps } from '../context/deps.ts';

/**
 * From ids as clients write them to the release that a command is for. The path before the last
 * segment may be left out or be an old one (decisions.md, Identifiers), so it only helps to find the
 * release without a query: when it is wrong, the last segment decides.
 */

const segmentsOf = (written: string): readonly string[] => written.split('/');

const absent = (kind: string, written: string): NotFound =>
  new NotFound(`there is no ${kind.toLowerCase()} '${clip(written)}'`);

/** What a command reached, and what came of it. */
export interface Reached {
  /** last segment of the id that was written */
  readonly id: string;
  readonly done: Dispatched;
}

/** One command for the part of a release that an id names. */
export interface PartCommand {
  readonly caller: Caller;
  readonly kind: LocatableKind;
  readonly written: string;
  readonly command: (id: string) => Command;
  /** the part is a task that the answer shows: it comes along with what was done, where it can */
  readonly shows?: boolean;
}

/** Has a command done to a phase, task, variable, condition or dependency. Throws what the command throws, and NotFound. */
export async function doTo(
  { engine, database }: Deps,
  { caller, kind, written, command, shows = false }: PartCommand,
): Promise<Reached> {
  const reach = async (releaseId: string, id: string): Promise<Reached> => ({
    id,
    done: await engine.dispatch(releaseId, { kind: 'command', caller, command: command(id) }, shows ? id : null),
  });
  const candidates = idCandidates(kind, written);
  const parents = segmentsOf(written).slice(0, -1);
  const [guess] = candidates;
  const release = parents.findLast((segment) => isIdOf('Release', segment));
  let refusal: NotFound | null = null;
  if (guess !== undefined && release !== undefined) {
    try {
      return await reach(release, guess);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      refusal = error;
    }
  }
  const found = await locate(database, kind, candidates, parents);
  if (found === null) throw absent(kind, written);
  if (refusal !== null && found.releaseId === release && found.id === guess) throw refusal;
  return await reach(found.releaseId, found.id);
}

/** The last segment of a live release or template that exists. Throws NotFound. */
export async function findRelease({ database }: Pick<Deps, 'database'>, written: string): Promise<string> {
  const candidates = idCandidates('Release', written);
  const [only, ...others] = candidates;
  // One candidate needs no query: whoever uses the id finds out whether it exists.
  if (only !== undefined && others.length === 0) return only;
  const found = await locateRelease(database, candidates);
  if (found === null || found.archived) throw absent('release', written);
  return found.id;
}

/** The last segment of a part that a command names beside its subject. Throws NotFound. */
export async function findPart(
  { database }: Pick<Deps, 'database'>,
  kind: LocatableKind,
  written: string,
  parents: readonly string[],
): Promise<string> {
  const candidates = idCandidates(kind, written);
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  const found = await locate(database, kind, candidates, parents);
  if (found === null) throw absent(kind, written);
  return found.id;
}

/** Has a command done to a release or template, which mostly comes along to be seen. Throws what the command throws, and NotFound. */
export async function doToRelease(deps: Deps, caller: Caller, written: string, command: Command): Promise<Reached> {
  const id = await findRelease(deps, written);
  return { id, done: await deps.engine.dispatch(id, { kind: 'command', caller, command }, id) };
}
