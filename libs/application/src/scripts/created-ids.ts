import { isIdOf } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid, isObject, type Json } from '@slipway/domain/model';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';
import { type ActingRun, externalAction, type ResolvedAction, withEngine } from './resolved-action.ts';

type Resolve<A> = (context: ResourceContext, run: ActingRun, action: A) => Promise<ResolvedAction>;

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The ids that a body has for what it describes, and for the parts inside. */
function idsIn(body: Json): readonly string[] {
  if (Array.isArray(body)) return body.flatMap(idsIn);
  if (!isObject(body)) return [];
  const partIds = [body.phases, body.tasks].flatMap((parts) => (parts === undefined ? [] : idsIn(parts)));
  return typeof body.id === 'string' ? [lastSegment(body.id), ...partIds] : partIds;
}

/** The ids of what an action creates. */
function idsCreatedBy(action: ScriptAction): readonly string[] {
  const { does } = action;
  if (does === 'startTemplate' || does === 'createRelease') return action.madeId === undefined ? [] : [action.madeId];
  if (does === 'addTask') return idsIn(action.task);
  if (does === 'addPhase') return idsIn(action.phase);
  if (does === 'createVariable') return idsIn(action.variable);
  if (does === 'copyTask' || does === 'copyPhase') return Object.values(action.madeIds ?? {});
  return does === 'createTemplate' ? idsIn(action.template) : [];
}

/** The well-formed ids that a script already uses for the parts of a copy. */
export function copyIds({ madeIds }: Extract<ScriptAction, { does: 'copyTask' | 'copyPhase' }>) {
  const isFor = (original: string, id: string) =>
    (['Phase', 'Task'] as const).some((kind) => isIdOf(kind, original) && isIdOf(kind, id));
  return (
    madeIds && { ids: Object.fromEntries(Object.entries(madeIds).filter(([original, id]) => isFor(original, id))) }
  );
}

/**
 * What the actions of one script create. In the script's own release it exists when the next action is applied. Elsewhere
 * it exists once the action was performed: actions that name it are resolved then.
 */
export class CreatedIds {
  readonly #ownIds = new Set<string>();
  readonly #externalIds = new Set<string>();

  add(action: ScriptAction, { where }: ResolvedAction): void {
    const ids = where === 'own' ? this.#ownIds : this.#externalIds;
    for (const id of idsCreatedBy(action)) ids.add(id);
  }

  /** Whether an action is about something elsewhere that does not exist before the actions in front of it are performed. */
  #mentionsCreated(action: ScriptAction): boolean {
    if (this.#externalIds.size === 0) return false;
    return Object.entries(action).some(
      ([name, value]) => name.endsWith('Id') && typeof value === 'string' && this.#externalIds.has(lastSegment(value)),
    );
  }

  /** The action by `resolve`, at once or when it is performed. */
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
