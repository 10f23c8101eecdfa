import {
  clip,
  hideSecrets,
  Invalid,
  mergeProperties,
  normalizeProperties,
  type Poller,
  type PollTrigger,
  type Properties,
} from '@slipway/domain';
import { isPolled, isTriggerRoot, type PluginType } from '@slipway/plugins';
import { isTriggerMember, readType } from '@slipway/wire';
import { knownTypes } from '../configurations/known-types.ts';
import { refitted } from '../configurations/shaped-configuration.ts';
import type { ResourceContext } from '../model/context.ts';

/** The type of a plugin that triggers of this name poll by. Throws Invalid where there is none. */
export async function pollerNamed({ plugins, typePrefix }: ResourceContext, written: string): Promise<PluginType> {
  const type = (await plugins.current()).get(readType(written, typePrefix));
  if (type === undefined || !isTriggerRoot(type.root) || type.virtual) {
    throw new Invalid(`type: there is no trigger type '${clip(written)}'`);
  }
  return type;
}

/**
 * Returns the properties of a trigger in the shape of its type, secrets sealed. A property that is not sent stays, and a
 * mask keeps the stored secret while the trigger leads to the same server. Throws Invalid.
 */
export async function pollerOf(
  context: ResourceContext,
  type: PluginType,
  sent: Properties,
  stored: PollTrigger | null,
): Promise<Poller> {
  const types = await knownTypes(context);
  const own = type.properties.filter((each) => isPolled(type, each) && !isTriggerMember(each.name));
  const merged = stored === null ? sent : mergeProperties(stored.properties, sent);
  const fit = (given: Properties) => normalizeProperties(types.find, { ...type, properties: own }, given);
  const whole = fit(merged);
  const before = stored && {
    open: refitted(stored.properties, fit),
    secrets: new Set(Object.keys(stored.secrets)),
  };
  const { open, fresh, kept } = hideSecrets(type.name, whole, before, types.isSecret);
  const known = kept.map((pointer) => [pointer, stored?.secrets[pointer] ?? '']);
  const sealed = [...fresh].map(([pointer, clear]) => [pointer, context.seal.seal('property', clear)]);
  return { pollerType: type.name, properties: open, secrets: Object.fromEntries([...known, ...sealed]) };
}

/** What is sent of the properties of a stored trigger; none where no plugin defines its type any more: they stay. */
export async function changedPoller(
  context: ResourceContext,
  trigger: PollTrigger,
  sent: Properties,
): Promise<Partial<Poller>> {
  const type = (await context.plugins.current()).get(trigger.pollerType);
  return type === undefined || !isTriggerRoot(type.root) ? {} : await pollerOf(context, type, sent, trigger);
}
