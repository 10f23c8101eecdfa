import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { type Command, neededForCommand } from '@slipway/domain/commands';
import { idCandidates } from '@slipway/domain/ids';
import { findTaskPosition, tasksOf } from '@slipway/domain/model';
import { type Engine, limitedTo, type Person } from '@slipway/engine';
import type { LocatableKind, ReleaseView } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { type PartCommand, viewOrCommandNeeds } from '../plans/dispatch.ts';
import { getPartLocation, getReleaseLocation } from '../plans/find.ts';
import { prepareTaskCommand } from '../plans/part-commands.ts';

/** A finished script run with actions. */
export interface ActingRun {
  /** the release of the script, as it was when the script started */
  readonly view: ReleaseView;
  /** The same release as rendered for the script. Changes of the script are differences to it. */
  readonly releaseAnswer: ReleaseResponse;
  /**
   * The user whose permissions resolve the names in actions. Without a run-as user, external actions are refused when
   * they are performed.
   */
  readonly requester: Person;
  /** ids of parts that earlier actions add to the script's own release */
  readonly created?: ReadonlySet<string>;
  /** ids of external objects that earlier actions create, before the own release changes */
  readonly createdExternally?: ReadonlySet<string>;
}

/** An action on an object other than the script's own release. */
export interface ExternalAction {
  readonly description: string;
  /**
   * Performs the action with the preconditions of this engine and the permissions of the caller, like REST. `author` is
   * the stored author of the script; null: none is stored.
   */
  perform(engine: Engine, caller: Person, author: Person | null): Promise<unknown>;
}

/** An action as REST would perform it: a command on the script's own release, or an external action. */
export type ResolvedAction =
  | { readonly where: 'own'; readonly command: Command }
  | { readonly where: 'outside'; readonly action: ExternalAction };

export const ownAction = (command: Command): ResolvedAction => ({ where: 'own', command });

export const externalAction = (action: ExternalAction): ResolvedAction => ({ where: 'outside', action });

export const externalCommand = (releaseId: string, command: Command): ResolvedAction =>
  externalAction({
    description: command.type,
    perform: (engine, caller) => engine.dispatch(releaseId, { kind: 'command', caller, command }),
  });

/** Returns the context with the engine of an action, which stores the result under the key of the action. */
export const withEngine = (context: ResourceContext, engine: Engine): ResourceContext => ({ ...context, engine });

/**
 * Returns an action that changes users, roles or teams. Its caller has only the permissions that the author of the
 * script also has.
 */
export const limitedToAuthor = ({ description, perform }: ExternalAction): ResolvedAction =>
  externalAction({
    description,
    perform: (engine, caller, author) => perform(engine, author === null ? caller : limitedTo(caller, author), author),
  });

/** Returns the actor for the audit log. Script actions have no request. */
export const actorOf = ({ username }: Person) => ({ username, address: null });

/**
 * Returns the last segment of an id of a part of the script's own release, also of a part that an earlier action adds.
 * Returns undefined for other ids.
 */
export const ownPart = (
  run: Pick<ActingRun, 'view' | 'created'>,
  kind: LocatableKind,
  rawId: string,
): string | undefined => idCandidates(kind, rawId).find((id) => isPart(run, kind, id) || run.created?.has(id) === true);

export const isOwnRelease = ({ view }: Pick<ActingRun, 'view'>, rawId: string): boolean =>
  idCandidates('Release', rawId).includes(view.release.id);

function isPart({ view: { release } }: Pick<ActingRun, 'view'>, kind: LocatableKind, id: string): boolean {
  switch (kind) {
    case 'Phase':
      return release.phases.some((phase) => phase.id === id);
    case 'Task':
      return findTaskPosition(release, id) !== undefined;
    case 'Variable':
      return release.variables.some((variable) => variable.id === id);
    case 'GateCondition':
      return [...tasksOf(release)].some(({ definition }) => definition.conditions.some((part) => part.id === id));
    case 'Dependency':
      return [...tasksOf(release)].some(({ definition }) => definition.dependencies.some((part) => part.id === id));
  }
}

/** Resolves a command on a release or template. Throws NotFound, Forbidden. */
export async function onRelease(
  { database }: ResourceContext,
  run: ActingRun,
  rawId: string,
  command: Command,
): Promise<ResolvedAction> {
  if (isOwnRelease(run, rawId)) return ownAction(command);
  const needed = viewOrCommandNeeds(neededForCommand(command.type));
  return externalCommand((await getReleaseLocation(database, run.requester, rawId, { needed })).id, command);
}

/** Resolves a command on a part of a release or template. Throws NotFound, Forbidden. */
export async function onPart(
  context: ResourceContext,
  run: ActingRun,
  { kind, rawId, command: commandFor }: PartCommand,
): Promise<ResolvedAction> {
  const ownId = ownPart(run, kind, rawId);
  if (ownId !== undefined) {
    const command = commandFor(ownId);
    await prepareTaskCommand(context, run.requester, command.type, ownId);
    return ownAction(command);
  }
  const { type } = commandFor('');
  const needed = viewOrCommandNeeds(neededForCommand(type));
  const { releaseId, id } = await getPartLocation(context.database, run.requester, kind, rawId, needed);
  const command = commandFor(id);
  return externalAction({
    description: type,
    perform: async (engine, caller) => {
      // Without an idempotency key: the key of the action is stored with the command.
      await prepareTaskCommand(context, caller, type, id);
      return await engine.dispatch(releaseId, { kind: 'command', caller, command });
    },
  });
}
