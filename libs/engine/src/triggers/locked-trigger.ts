import type { DecisionData } from '@slipway/domain/decision';
import { type Message, message } from '@slipway/domain/messages';
import { NotFound, type Release, type Variable } from '@slipway/domain/model';
import {
  type Event,
  eventValues,
  firingRefusal,
  isEventTrigger,
  type Occasion,
  type RunningReleases,
  type Trigger,
  viewOf,
} from '@slipway/domain/triggers';
import type { Connection } from '@slipway/persistence/database';
import { lockTemplate } from '@slipway/persistence/plans';
import { countTriggered, estimateMaxTriggered } from '@slipway/persistence/triggers';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import { readLockedPlan } from '../decision/plan-cache.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { readMentionedVariables } from './mentioned-variables.ts';
import { resolveTemplateId } from './release-order.ts';

type Values = Occasion['values'];

/** The data of a trigger that may fire several times in one transaction, each read once. */
export interface LockedTrigger {
  /** Returns the values of the placeholders for an event; empty without an event. */
  values(event: Event | null): Promise<Values>;
  /**
   * Returns the template, which is locked against other triggers until the transaction ends. With a mapped template,
   * the values of the first event select it. Throws NotFound.
   */
  template(values: Values): Promise<Release>;
  /**
   * Returns the reason why the trigger cannot create a release from that template, or null. `ownCount` is the number of
   * running releases that it has just created.
   */
  refusal(ownCount: number): Promise<Message | null>;
  /** Throws NotFound if the folder does not exist. */
  requireFolder(id: string): Promise<void>;
  /** The loaded data for decisions about releases in a folder, without changes by these decisions. */
  readonly dataByFolder: Map<string, DecisionData>;
}

/** Returns the data that a trigger reads in the transaction that locks it. */
export function createLockedTrigger(connection: Connection, context: EngineContext, trigger: Trigger): LockedTrigger {
  let template: ReturnType<typeof lockTriggerTemplate> | null = null;
  let variables: Promise<ReadonlyMap<string, Variable>> | null = null;
  let exactCount: RunningReleases | undefined;
  const folders = new Map<string, Promise<void>>();
  return {
    values: async (event) => {
      if (event === null || !isEventTrigger(trigger)) return {};
      variables ??= readMentionedVariables(connection, trigger);
      return eventValues(trigger, viewOf(event), await variables);
    },
    template: async (values) => {
      template ??= lockTriggerTemplate(connection, context, trigger, values);
      return (await template).template;
    },
    refusal: async (ownCount) => {
      if (template === null) return null;
      const { limits, atMost: upperBound } = await template;
      const refusalAt = ({ ofTrigger, ofTemplate }: RunningReleases) =>
        firingRefusal(trigger, limits, { ofTrigger: ofTrigger + ownCount, ofTemplate: ofTemplate + ownCount });
      if (refusalAt(exactCount ?? upperBound) === null) return null;
      exactCount ??= await countTriggered(connection, trigger.id, limits.id);
      return refusalAt(exactCount);
    },
    requireFolder: (id) => {
      const check = folders.get(id) ?? requireFolder(connection, id);
      folders.set(id, check);
      return check;
    },
    dataByFolder: new Map(),
  };
}

async function lockTriggerTemplate(connection: Connection, context: EngineContext, trigger: Trigger, values: Values) {
  const id = await resolveTemplateId(connection, trigger, values);
  const [locked, upperBound] = await settleAll(
    lockTemplate(connection, id),
    estimateMaxTriggered(connection, trigger.id, id),
  );
  if (locked === null) throw new NotFound(message('notFound.template', { id }));
  const { version, allowConcurrentReleasesFromTrigger } = locked;
  const plan = await readLockedPlan(connection, context.plans, id, version);
  if (plan === null) throw new Error(`template '${id}' was deleted while it was locked`);
  const template = plan.release;
  const { maxConcurrentReleases } = template;
  return { template, atMost: upperBound, limits: { id, maxConcurrentReleases, allowConcurrentReleasesFromTrigger } };
}
