import { readType } from '@slipway/api-schema/format';
import { isTriggerMember } from '@slipway/api-schema/triggers';
import { hideSecrets, mergeProperties, normalizeProperties, type Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Poller, PollTrigger } from '@slipway/domain/triggers';
import { isPollInput, isTriggerRoot, type PluginType } from '@slipway/plugins';
import { loadTypeCatalog, reshapeStored } from '../configurations/shape-configuration.ts';
import type { ResourceContext } from '../model/context.ts';

/** Returns the plugin type of a poll trigger. Throws Invalid for an unknown type. */
export async function getPollerType({ plugins, typePrefix }: ResourceContext, rawType: string): Promise<PluginType> {
  const type = (await plugins.current()).get(readType(rawType, typePrefix));
  if (type === undefined || !isTriggerRoot(type.root) || type.virtual) {
    throw new Invalid(message('trigger.unknownType', { type: rawType }));
  }
  return type;
}

/**
 * Returns the properties of a trigger in the form of its type, with encrypted secrets. Absent properties stay. A mask
 * keeps the stored secret while the trigger uses the same server. Throws Invalid.
 */
export async function pollerOf(
  context: ResourceContext,
  type: PluginType,
  rawProperties: Properties,
  stored: PollTrigger | null,
): Promise<Poller> {
  const types = await loadTypeCatalog(context);
  const own = type.properties.filter((property) => isPollInput(type, property) && !isTriggerMember(property.name));
  const merged = stored === null ? rawProperties : mergeProperties(stored.properties, rawProperties);
  const shape = (properties: Properties) => normalizeProperties(types.find, { ...type, properties: own }, properties);
  const shaped = shape(merged);
  const before = stored && {
    open: reshapeStored(stored.properties, shape),
    secrets: new Set(Object.keys(stored.secrets)),
  };
  const { open, newSecrets: fresh, keptPointers: kept } = hideSecrets(type.name, shaped, before, types.isSecret);
  const keptSecrets = kept.map((pointer) => [pointer, stored?.secrets[pointer] ?? '']);
  const sealed = [...fresh].map(([pointer, clear]) => [pointer, context.seal.seal('property', clear)]);
  return { pollerType: type.name, properties: open, secrets: Object.fromEntries([...keptSecrets, ...sealed]) };
}

/**
 * Returns the properties of a stored trigger from a request, or none if no plugin defines its type. Then the stored
 * properties stay.
 */
export async function pollerPatch(
  context: ResourceContext,
  trigger: PollTrigger,
  rawProperties: Properties,
): Promise<Partial<Poller>> {
  const type = (await context.plugins.current()).get(trigger.pollerType);
  return type === undefined || !isTriggerRoot(type.root) ? {} : await pollerOf(context, type, rawProperties, trigger);
}
