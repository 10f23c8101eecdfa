import type { Command } from '@slipway/domain';
import { type Engine, limitedTo, type Person } from '@slipway/engine';
import { bindBeforeRetry } from '@slipway/resources';
import type { ScriptContext } from '../context/context.ts';

/** Something that a script does to what is not its own release. */
export interface OutsideAction {
  readonly doing: string;
  /**
   * Does it on the terms of this engine, where its caller may, as REST would. `author` is the stored author of the script;
   * null: none is stored.
   */
  perform(engine: Engine, caller: Person, author: Person | null): Promise<unknown>;
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
    perform: (engine, caller) => engine.dispatch(releaseId, { kind: 'command', caller, command }),
  });

/** Retries a task of another release: a placeholder of a plugin that is installed by now runs the plugin's script. */
export const outsideRetry = (
  context: ScriptContext,
  releaseId: string,
  command: Extract<Command, { type: 'retryTask' }>,
): ResolvedAction =>
  outside({
    doing: command.type,
    perform: async (engine, caller) => {
      // under no key: that of the action is stored with the retry
      await bindBeforeRetry(context, caller, command.taskId);
      return await engine.dispatch(releaseId, { kind: 'command', caller, command });
    },
  });

/** The same with the engine of an action, which stores the result with the key of the action and so acts once. */
export const within = (context: ScriptContext, engine: Engine): ScriptContext => ({ ...context, engine });

/** An action that changes users, roles or teams: its caller has only the permissions that the author has, too. */
export const guarded = ({ doing, perform }: OutsideAction): ResolvedAction =>
  outside({
    doing,
    perform: (engine, caller, author) => perform(engine, author === null ? caller : limitedTo(caller, author), author),
  });

/** For the audit log: actions of a script have no request. */
export const actorOf = ({ username }: Person) => ({ username, address: null });
