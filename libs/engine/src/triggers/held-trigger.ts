import {
  type EventTrigger,
  NotFound,
  type Release,
  type Running,
  refusalOf,
  type Variable,
  type VariableValue,
  type World,
} from '@slipway/domain';
import { type Connection, countTriggered, countTriggeredAtMost, lockTemplate } from '@slipway/persistence';
import type { Deciding } from '../commands/dispatch.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import { storedPlan } from '../decision/plan-cache.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { templateIdFor } from './fire.ts';
import { sharedFor } from './shared-for.ts';

type Values = Readonly<Record<string, VariableValue>>;

/** What a trigger that fires several times in one transaction reads of the world: everything once. */
export interface Held {
  /** the global and folder variables that the trigger mentions */
  shared(): Promise<ReadonlyMap<string, Variable>>;
  /**
   * The template, held until the transaction ends so that nobody else makes a release from it by a trigger. The values
   * of the first event name it, where an event is to. Throws NotFound.
   */
  template(values: Values): Promise<Release>;
  /** Why the trigger may not make a release from that template, when `own` that it has just made run already. */
  refusal(own: number): Promise<string | null>;
  /** Throws NotFound where there is no such folder. */
  folder(id: string): Promise<void>;
  /** what decisions about releases in a folder have seen of the world; what they change of it themselves is left out */
  readonly worlds: Map<string, World>;
}

/** A locked trigger, in its transaction. */
export function holdTrigger(connection: Connection, deciding: Deciding, trigger: EventTrigger): Held {
  let template: ReturnType<typeof held> | null = null;
  let shared: ReturnType<Held['shared']> | null = null;
  let counted: Running | undefined;
  const folders = new Map<string, Promise<void>>();
  return {
    shared: () => {
      shared ??= sharedFor(connection, trigger);
      return shared;
    },
    template: async (values) => {
      template ??= held(connection, deciding, trigger, values);
      return (await template).template;
    },
    refusal: async (own) => {
      if (template === null) return null;
      const { limits, atMost } = await template;
      const refusalAt = ({ ofTrigger, ofTemplate }: Running) =>
        refusalOf(trigger, limits, { ofTrigger: ofTrigger + own, ofTemplate: ofTemplate + own });
      if (refusalAt(counted ?? atMost) === null) return null;
      counted ??= await countTriggered(connection, trigger.id, limits.id);
      return refusalAt(counted);
    },
    folder: (id) => {
      const found = folders.get(id) ?? requireFolder(connection, id);
      folders.set(id, found);
      return found;
    },
    worlds: new Map(),
  };
}

async function held(connection: Connection, deciding: Deciding, trigger: EventTrigger, values: Values) {
  const id = await templateIdFor(connection, trigger, values);
  if (id === null) throw new NotFound('the trigger has no template');
  const [locked, atMost] = await settleAll(
    lockTemplate(connection, id),
    countTriggeredAtMost(connection, trigger.id, id),
  );
  if (locked === null) throw new NotFound(`there is no template '${id}'`);
  const { version, allowConcurrentReleasesFromTrigger } = locked;
  const plan = await storedPlan(connection, deciding.plans, id, version);
  if (plan === null) throw new Error(`template '${id}' has gone while it was held`);
  const template = plan.release;
  const { maxConcurrentReleases } = template;
  return { template, atMost, limits: { id, maxConcurrentReleases, allowConcurrentReleasesFromTrigger } };
}
