import { type Command, neededForCommand } from '@slipway/domain/commands';
import type { ActivityType } from '@slipway/domain/decision';
import { idCandidates, isIdOf, objectKindOf } from '@slipway/domain/ids';
import type { ObjectKind } from '@slipway/domain/messages';
import { NotFound, NotVisible, notFound } from '@slipway/domain/model';
import { neededToView, type PermissionRequirement } from '@slipway/domain/people';
import type { DispatchResult, Person } from '@slipway/engine';
import type { LocatableKind } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { getPartLocation, getReleaseId } from './find.ts';

type DispatchContext = Pick<ResourceContext, 'engine' | 'database'>;

/** The object of a command, and the result. */
export interface DispatchedCommand {
  /** last segment of the id that was written */
  readonly id: string;
  readonly done: DispatchResult;
}

/** A command on a part of a release or template, before the part is located. */
export interface PartCommand {
  readonly kind: LocatableKind;
  /** the id of the part as it was sent */
  readonly rawId: string;
  /** by the last segment of the id */
  readonly command: (id: string) => Command;
}

interface PartDispatch extends PartCommand {
  readonly caller: Person;
  /** The part is a task of the response, which the save returns if possible. */
  readonly shows?: boolean;
}

/**
 * Has a command done to a phase, task, variable, condition or dependency. The path before the last segment names its
 * release without a statement, unless it is an old one or left out. Throws what the command throws, and NotFound.
 */
export async function dispatchToPart(
  { engine, database }: DispatchContext,
  { caller, kind, rawId, command, shows = false }: PartDispatch,
): Promise<DispatchedCommand> {
  const dispatchTo = async (releaseId: string, id: string): Promise<DispatchedCommand> => ({
    id,
    done: await engine.dispatch(releaseId, { kind: 'command', caller, command: command(id) }, shows ? id : null),
  });
  const [guess] = idCandidates(kind, rawId);
  const release = rawId
    .split('/')
    .slice(0, -1)
    .findLast((segment) => isIdOf('Release', segment));
  let refusal: NotFound | null = null;
  if (guess !== undefined && release !== undefined) {
    try {
      return await dispatchTo(release, guess);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      refusal = error;
    }
  }
  const located = await getPartLocation(
    database,
    caller,
    kind,
    rawId,
    viewOrCommandNeeds(neededForCommand(command('').type)),
  );
  if (refusal !== null && located.releaseId === release && located.id === guess)
    throw hideExistence(refusal, objectKindOf(kind), rawId);
  return await dispatchTo(located.releaseId, located.id);
}

/** The permission to learn why a command is refused: to view the object, or that of the command. */
export const viewOrCommandNeeds = ({ anyOf, onTemplate }: PermissionRequirement): PermissionRequirement => ({
  anyOf: [...neededToView.anyOf, ...anyOf],
  onTemplate: [...neededToView.onTemplate, ...onTemplate],
  participant: true,
  owner: true,
});

/** An invisible object is refused like an unknown id. */
const hideExistence = (refusal: NotFound, objectKind: ObjectKind, rawId: string): NotFound =>
  refusal instanceof NotVisible ? notFound(objectKind, rawId) : refusal;

/**
 * Runs a command on a release or template, which the save usually returns. Throws the refusals of the command, and
 * NotFound.
 */
export async function dispatchToRelease(
  { engine, database }: DispatchContext,
  caller: Person,
  rawId: string,
  command: Command,
): Promise<DispatchedCommand> {
  const id = await getReleaseId(database, caller, rawId);
  const done = await engine.dispatch(id, { kind: 'command', caller, command }, id).catch((error: unknown) => {
    throw error instanceof NotFound ? hideExistence(error, 'release', id) : error;
  });
  return { id, done };
}

/** The id of what an input has made, out of what it logged. */
export function createdId({ outcome }: DispatchResult, activityType: ActivityType): string {
  const logEntry = outcome?.entries.find((entry) => entry.activityType === activityType);
  if (!logEntry) throw new Error(`nothing was logged as ${activityType}`);
  return logEntry.targetId;
}
