import { bindBeforeRetry } from '@slipway/application/plans';
import type { Command } from '@slipway/domain/commands';
import { type Engine, limitedTo, type Person } from '@slipway/engine';
import type { ScriptContext } from '../context/context.ts';

/** Something that a script does to what is not its own release. */
export interface ExternalAction {
  readonly description: string;
  /**
   * Does it on the terms of this engine, where its caller may, as REST would. `author` is the stored author of the script;
   * null: none is stored.
   */
  perform(engine: Engine, caller: Person, author: Person | null): Promise<unknown>;
}

/** What a script's action does: to the script's own release, or to something else. */
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

/** Retries a task of another release: a placeholder of a plugin that is installed by now runs the plugin's script. */
export const externalRetry = (
  context: ScriptContext,
  releaseId: string,
  command: Extract<Command, { type: 'retryTask' }>,
): ResolvedAction =>
  externalAction({
    description: command.type,
    perform: async (engine, caller) => {
      // under no key: that of the action is stored with the retry
      await bindBeforeRetry(context, caller, command.taskId);
      return await engine.dispatch(releaseId, { kind: 'command', caller, command });
    },
  });

/** The same with the engine of an action, which stores the result with the key of the action and so acts once. */
export const withEngine = (context: ScriptContext, engine: Engine): ScriptContext => ({ ...context, engine });

/** An action that changes users, roles or teams: its caller has only the permissions that the author has, too. */
export const limitedToAuthor = ({ description, perform }: ExternalAction): ResolvedAction =>
  externalAction({
    description,
    perform: (engine, caller, author) => perform(engine, author === null ? caller : limitedTo(caller, author), author),
  });

/** For the audit log: actions of a script have no request. */
export const actorOf = ({ username }: Person) => ({ username, address: null });
