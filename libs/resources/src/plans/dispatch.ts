import {
  type ActivityType,
  type Command,
  idCandidates,
  isIdOf,
  type Needed,
  NotFound,
  neededForCommand,
  Unseen,
  viewing,
} from '@slipway/domain';
import type { DispatchResult, Person } from '@slipway/engine';
import type { LocatableKind } from '@slipway/persistence';
import type { ResourceContext } from '../model/context.ts';
import { nothingNamed } from '../model/find.ts';
import { partLocated, releaseIdNamed } from './find.ts';

type Dispatches = Pick<ResourceContext, 'engine' | 'database'>;

/** The object of a command, and the result. */
export interface Reached {
  /** last segment of the id that was written */
  readonly id: string;
  readonly done: DispatchResult;
}

/** One command for the part of a release that an id names. */
export interface PartCommand {
  readonly caller: Person;
  readonly kind: LocatableKind;
  readonly written: string;
  readonly command: (id: string) => Command;
  /** The part is a task of the response, which the save returns if possible. */
  readonly shows?: boolean;
}

/**
 * Has a command done to a phase, task, variable, condition or dependency. The path before the last segment names its
 * release without a statement, unless it is an old one or left out. Throws what the command throws, and NotFound.
 */
export async function dispatchToPart(
  { engine, database }: Dispatches,
  { caller, kind, written, command, shows = false }: PartCommand,
): Promise<Reached> {
  const reach = async (releaseId: string, id: string): Promise<Reached> => ({
    id,
    done: await engine.dispatch(releaseId, { kind: 'command', caller, command: command(id) }, shows ? id : null),
  });
  const [guess] = idCandidates(kind, written);
  const release = written
    .split('/')
    .slice(0, -1)
    .findLast((segment) => isIdOf('Release', segment));
  let refusal: NotFound | null = null;
  if (guess !== undefined && release !== undefined) {
    try {
      return await reach(release, guess);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      refusal = error;
    }
  }
  const found = await partLocated(database, caller, kind, written, knowingOf(neededForCommand[command('').type]));
  if (refusal !== null && found.releaseId === release && found.id === guess) throw inWords(refusal, kind, written);
  return await reach(found.releaseId, found.id);
}

/** The permission to learn why a command is refused: to view the object, or that of the command. */
export const knowingOf = ({ anyOf, onTemplate }: Needed): Needed => ({
  anyOf: [...viewing.anyOf, ...anyOf],
  onTemplate: [...viewing.onTemplate, ...onTemplate],
  participant: true,
  owner: true,
});

/** An invisible object is refused like an unknown id. */
const inWords = (refusal: NotFound, what: string, written: string): NotFound =>
  refusal instanceof Unseen ? nothingNamed(what, written) : refusal;

/**
 * Runs a command on a release or template, which the save usually returns. Throws the refusals of the command, and
 * NotFound.
 */
export async function dispatchToRelease(
  { engine, database }: Dispatches,
  caller: Person,
  written: string,
  command: Command,
): Promise<Reached> {
  const id = await releaseIdNamed(database, caller, written);
  const done = await engine.dispatch(id, { kind: 'command', caller, command }, id).catch((error: unknown) => {
    throw error instanceof NotFound ? inWords(error, 'release', id) : error;
  });
  return { id, done };
}

/** The id of what an input has made, out of what it logged. */
export function madeBy({ outcome }: DispatchResult, activityType: ActivityType): string {
  const made = outcome?.entries.find((entry) => entry.activityType === activityType);
  if (!made) throw new Error(`nothing was logged as ${activityType}`);
  return made.targetId;
}
