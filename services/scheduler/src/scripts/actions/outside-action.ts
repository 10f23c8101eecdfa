import { type Command, neededForCommand, type Permission } from '@slipway/domain';
import type { Engine, Person } from '@slipway/engine';

/** Something that a script does to what is not its own release. */
export interface OutsideAction {
  readonly doing: string;
  /** the id of what it is done to, and what REST would ask of whoever does it */
  readonly id: string;
  readonly permission: Permission;
  /** Does it on the terms of this engine. */
  perform(engine: Engine, caller: Person): Promise<unknown>;
}

/** What a script's action does: to the script's own release, or to something else. */
export type ResolvedAction =
  | { readonly where: 'own'; readonly command: Command }
  | { readonly where: 'outside'; readonly action: OutsideAction };

export const own = (command: Command): ResolvedAction => ({ where: 'own', command });

export const outside = (action: OutsideAction): ResolvedAction => ({ where: 'outside', action });

export const outsideCommand = (releaseId: string, command: Command): ResolvedAction =>
  outside({
    doing: command.type,
    id: releaseId,
    permission: neededForCommand[command.type].anyOf[0],
    perform: (engine, caller) => engine.dispatch(releaseId, { kind: 'command', caller, command }),
  });
