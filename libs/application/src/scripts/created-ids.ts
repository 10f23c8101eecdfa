import { isIdOf, lastSegment } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid, isObject, type Json } from '@slipway/domain/model';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';
import { type ActingRun, externalAction, type ResolvedAction, withEngine } from './resolved-action.ts';

type Resolve<A> = (context: ResourceContext, run: ActingRun, action: A) => Promise<ResolvedAction>;

/** Returns the ids of an object in a body, and of its parts. */
function idsIn(body: Json): readonly string[] {
  if (Array.isArray(body)) return body.flatMap(idsIn);
  if (!isObject(body)) return [];
  const partIds = [body.phases, body.tasks].flatMap((parts) => (parts === undefined ? [] : idsIn(parts)));
  return typeof body.id === 'string' ? [lastSegment(body.id), ...partIds] : partIds;
}

/** Returns the ids of the objects that an action creates. */
function idsCreatedBy(action: ScriptAction): readonly string[] {
  const { does } = action;
  if (does === 'startTemplate' || does === 'createRelease') return action.madeId === undefined ? [] : [action.madeId];
  if (does === 'addTask') return idsIn(action.task);
  if (does === 'addPhase') return idsIn(action.phase);
  if (does === 'createVariable') return idsIn(action.variable);
  if (does === 'copyTask' || does === 'copyPhase') return Object.values(action.madeIds ?? {});
  return does === 'createTemplate' ? idsIn(action.template) : [];
}

/** Returns the well-formed ids that a script already uses for the parts of a copy. */
export function copyIds({ madeIds }: Extract<ScriptAction, { does: 'copyTask' | 'copyPhase' }>) {
  const isFor = (original: string, id: string) =>
    (['Phase', 'Task'] as const).some((kind) => isIdOf(kind, original) && isIdOf(kind, id));
  return (
    madeIds && { ids: Object.fromEntries(Object.entries(madeIds).filter(([original, id]) => isFor(original, id))) }
  );
}

/**
 * The ids of the objects that the actions of one script create. Objects in the script's own release exist when the next
 * action is resolved. Other objects exist after their action was performed, so actions that name them are resolved
 * then.
 */
export class CreatedIds {
  readonly #ownIds = new Set<string>();
  readonly #externalIds = new Set<string>();

  add(action: ScriptAction, { where }: ResolvedAction): void {
    const ids = where === 'own' ? this.#ownIds : this.#externalIds;
    for (const id of idsCreatedBy(action)) ids.add(id);
  }

  /** Whether an action names an external object that an earlier action creates. */
  #mentionsCreated(action: ScriptAction): boolean {
    if (this.#externalIds.size === 0) return false;
    return Object.entries(action).some(
      ([name, value]) => name.endsWith('Id') && typeof value === 'string' && this.#externalIds.has(lastSegment(value)),
    );
  }

  /** Resolves an action at once, or when it is performed if it names an object that does not exist yet. */
  async resolveAction<A extends ScriptAction>(
    context: ResourceContext,
    run: ActingRun,
    action: A,
    resolve: Resolve<A>,
  ): Promise<ResolvedAction> {
    const actingRun = { ...run, created: this.#ownIds, createdExternally: this.#externalIds };
    if (!this.#mentionsCreated(action)) return await resolve(context, actingRun, action);
    return externalAction({
      description: action.does,
      perform: async (engine, caller, author) => {
        const resolved = await resolve(withEngine(context, engine), actingRun, action);
        if (resolved.where === 'own') throw new Invalid(message('script.twoParts', { action: action.does }));
        return await resolved.action.perform(engine, caller, author);
      },
    });
  }
}
