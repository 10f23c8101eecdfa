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

/** The result of a command, and the id of its object. */
export interface DispatchedCommand {
  /** the last segment of the requested id */
  readonly id: string;
  readonly done: DispatchResult;
}

/** A command on a part of a release or template, before the part is located. */
export interface PartCommand {
  readonly kind: LocatableKind;
  /** the id of the part from the request */
  readonly rawId: string;
  /** Returns the command for the last segment of the id. */
  readonly command: (id: string) => Command;
}

interface PartDispatch extends PartCommand {
  readonly caller: Person;
  /** Whether the response is the task. Then the save returns it if possible. */
  readonly shows?: boolean;
  /** The network address of the client, for the audit log. */
  readonly address?: string | null;
}

/**
 * Dispatches a command to a phase, task, variable, condition or dependency. If the path in the id names the release, no
 * statement locates it. A statement does so for an old or incomplete path. Throws NotFound and the errors of the
 * command.
 */
export async function dispatchToPart(
  { engine, database }: DispatchContext,
  { caller, kind, rawId, command, shows = false, address = null }: PartDispatch,
): Promise<DispatchedCommand> {
  const dispatchTo = async (releaseId: string, id: string): Promise<DispatchedCommand> => ({
    id,
    done: await engine.dispatch(
      releaseId,
      { kind: 'command', caller, command: command(id), address },
      shows ? id : null,
    ),
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

/** Returns the permission to learn why a command is refused: the one to view the object, or the one for the command. */
export const viewOrCommandNeeds = ({ anyOf, onTemplate }: PermissionRequirement): PermissionRequirement => ({
  anyOf: [...neededToView.anyOf, ...anyOf],
  onTemplate: [...neededToView.onTemplate, ...onTemplate],
  participant: true,
  owner: true,
});

/** Converts the refusal of an invisible object to the NotFound of an unknown id. */
const hideExistence = (refusal: NotFound, objectKind: ObjectKind, rawId: string): NotFound =>
  refusal instanceof NotVisible ? notFound(objectKind, rawId) : refusal;

/**
 * Dispatches a command to a release or template, which the save usually returns. Throws NotFound and the errors of the
 * command.
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

/** Returns the id of the object that a command created, from its log entry. */
export function createdId({ outcome }: DispatchResult, activityType: ActivityType): string {
  const logEntry = outcome?.entries.find((entry) => entry.activityType === activityType);
  if (!logEntry) throw new Error(`nothing was logged as ${activityType}`);
  return logEntry.targetId;
}
