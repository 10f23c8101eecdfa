import { limitedWarnings, type Message, message, plainText, textOf } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import { withoutEffect } from '../built-in/base-types.ts';
import { productTypes } from '../built-in/product-types.ts';
import type { MissingName, Plugin, TypeDefinition } from '../definitions/type-definition.ts';
import { pluginInheritanceChain, rootOf } from './find-scripts.ts';

/** Parts of jars of the family that have no effect here; a jar may hold nothing else. */
const ineffectiveParts: readonly (readonly [isPart: (path: string) => boolean, warning: Message])[] = [
  [(path) => path === 'xl-rest-endpoints.xml', message('pluginWarning.endpoints')],
  [(path) => path === 'xl-ui-plugin.xml', message('pluginWarning.pages')],
  [(path) => path.startsWith('web/'), message('pluginWarning.browserFiles')],
];

/** The files of a plugin without effect, as messages. */
export const unreadFileWarnings = (paths: ReadonlySet<string>): readonly Message[] =>
  ineffectiveParts.flatMap(([isPart, warning]) => ([...paths].some(isPart) ? [warning] : []));

const nameItem = (text: string): Message => message('quote.plain', { text: toSingleLine(text) });

/** Warnings about parts of types without effect; `modified` are types of others that the plugin would change. */
export function typeWarnings(types: readonly TypeDefinition[], modified: readonly string[]): readonly Message[] {
  const byRoot = Map.groupBy(
    types.filter(({ virtual }) => !virtual),
    (type) => rootOf(pluginInheritanceChain(type, types)),
  );
  const rootWarnings = [...byRoot].flatMap(([root, subtypes]) => {
    const names = subtypes.map(({ name }) => nameItem(name));
    const effect = withoutEffect[root];
    if (effect !== undefined) return [effect(names)];
    if (productTypes.has(root)) return [];
    return [message('pluginWarning.unknownBaseType', { base: toSingleLine(root), types: names })];
  });
  const modificationWarnings = modified.map((name) =>
    message('pluginWarning.typeModification', { type: toSingleLine(name) }),
  );
  return [
    ...rootWarnings,
    ...types.flatMap(referenceWarnings),
    ...modificationWarnings,
    ...(types.length === 0 ? [message('pluginWarning.withoutTypes')] : []),
  ];
}

/** Scripts receive the object only of a property of kind `ci`. */
const referenceWarnings = ({ name, properties }: TypeDefinition): readonly Message[] =>
  properties.flatMap((property) =>
    property.kind === 'list_of_ci' || property.kind === 'set_of_ci'
      ? [
          message('pluginWarning.listOfReferences', {
            property: toSingleLine(property.name),
            type: toSingleLine(name),
            kind: property.kind,
          }),
        ]
      : [],
  );

const maxWarnings = 100;

/** The first warnings, up to a limit. */
export const limitWarnings = (warnings: readonly Message[]): readonly Message[] =>
  limitedWarnings(warnings, maxWarnings, (count) => message('pluginWarning.more', { count }));

/** Warnings in the form in which a plugin is stored: their texts, and their data. */
export const storedWarnings = (warnings: readonly Message[]) => ({
  warnings: warnings.map(textOf),
  warningMessages: warnings,
});

/** A plugin with more warnings before and after its own. The data is left out if an earlier version stored it without. */
export function withWarnings(plugin: Plugin, before: readonly Message[], after: readonly Message[]): Plugin {
  return {
    ...plugin,
    warnings: [...before.map(textOf), ...plugin.warnings, ...after.map(textOf)],
    warningMessages: [...before, ...plugin.warningMessages, ...after],
  };
}

/** Of one plugin this many names that it lacks are kept. */
export const maxMissingNames = 1_000;
/** Names that are warned of each, and the scripts that are named with one. */
const maxNames = 20;
const maxScripts = 3;

/** One message for each name, the most frequent first, up to a limit. */
export function missingNameWarnings(missingNames: readonly MissingName[]): readonly Message[] {
  const byName = [...Map.groupBy(missingNames, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const messages = byName.slice(0, maxNames).map(([name, all]) =>
    message('pluginWarning.missingName', {
      name: toSingleLine(name),
      reason: plainText(all[0]?.reason ?? ''),
      scripts: all.slice(0, maxScripts).map(({ script }) => nameItem(script)),
      more: Math.max(all.length - maxScripts, 0),
    }),
  );
  const remaining = byName.length - messages.length;
  return remaining === 0 ? messages : [...messages, message('pluginWarning.moreMissingNames', { count: remaining })];
}

/** The share of the runner's limit from which on a warning is given. */
const warnRatio = 0.8;

/** Warns where the modules of all plugins leave little of the characters that a script runner keeps. */
export const moduleCapacityWarnings = (characters: number, limit: number): readonly Message[] =>
  characters < warnRatio * limit ? [] : [message('pluginWarning.moduleCapacity', { characters, limit })];
