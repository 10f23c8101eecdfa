import {
  type Event,
  eventValues,
  isEventTrigger,
  NotFound,
  type Occasion,
  type Release,
  type RunningReleases,
  refusalOf,
  type Trigger,
  type Variable,
  viewOf,
  type World,
} from '@slipway/domain';
import { type Connection, countTriggered, countTriggeredAtMost, lockTemplate } from '@slipway/persistence';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/context.ts';
import { storedPlan } from '../decision/plan-cache.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { mentionedVariables } from './mentioned-variables.ts';
import { templateIdFor } from './release-order.ts';

type Values = Occasion['values'];

/** What a trigger that may fire several times in one transaction reads of the world: everything once. */
export interface LockedTrigger {
  /** what placeholders stand for by an event; nothing where there is none */
  values(event: Event | null): Promise<Values>;
  /**
   * The template, locked until the transaction ends against other triggers. For a mapped template, the values of the
   * first event name it. Throws NotFound.
   */
  template(values: Values): Promise<Release>;
  /** Why the trigger may not make a release from that template, when `own` that it has just made run already. */
  refusal(own: number): Promise<string | null>;
  /** Throws NotFound where there is no such folder. */
  requireFolder(id: string): Promise<void>;
  /** The loaded world of decisions about releases in a folder, without their own changes. */
  readonly worlds: Map<string, World>;
}

/** What a trigger reads in the transaction that has locked it. */
export function lockedTrigger(connection: Connection, context: EngineContext, trigger: Trigger): LockedTrigger {
  let template: ReturnType<typeof holdTemplate> | null = null;
  let variables: Promise<ReadonlyMap<string, Variable>> | null = null;
  let counted: RunningReleases | undefined;
  const folders = new Map<string, Promise<void>>();
  return {
    values: async (event) => {
      if (event === null || !isEventTrigger(trigger)) return {};
      variables ??= mentionedVariables(connection, trigger);
      return eventValues(trigger, viewOf(event), await variables);
    },
    template: async (values) => {
      template ??= holdTemplate(connection, context, trigger, values);
      return (await template).template;
    },
    refusal: async (own) => {
      if (template === null) return null;
      const { limits, atMost } = await template;
      const refusalAt = ({ ofTrigger, ofTemplate }: RunningReleases) =>
        refusalOf(trigger, limits, { ofTrigger: ofTrigger + own, ofTemplate: ofTemplate + own });
      if (refusalAt(counted ?? atMost) === null) return null;
      counted ??= await countTriggered(connection, trigger.id, limits.id);
      return refusalAt(counted);
    },
    requireFolder: (id) => {
      const found = folders.get(id) ?? requireFolder(connection, id);
      folders.set(id, found);
      return found;
    },
    worlds: new Map(),
  };
}

async function holdTemplate(connection: Connection, context: EngineContext, trigger: Trigger, values: Values) {
  const id = await templateIdFor(connection, trigger, values);
  const [locked, atMost] = await settleAll(
    lockTemplate(connection, id),
    countTriggeredAtMost(connection, trigger.id, id),
  );
  if (locked === null) throw new NotFound(`there is no template '${id}'`);
  const { version, allowConcurrentReleasesFromTrigger } = locked;
  const plan = await storedPlan(connection, context.plans, id, version);
  if (plan === null) throw new Error(`template '${id}' has gone while it was held`);
  const template = plan.release;
  const { maxConcurrentReleases } = template;
  return { template, atMost, limits: { id, maxConcurrentReleases, allowConcurrentReleasesFromTrigger } };
}
