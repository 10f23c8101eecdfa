import { limitedWarnings, type Message, message, plainText, textOf } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import { withoutEffect } from '../built-in/base-types.ts';
import { productTypes } from '../built-in/product-types.ts';
import type { MissingName, Plugin, TypeDefinition } from '../definitions/type-definition.ts';
import { pluginInheritanceChain, rootOf } from './find-scripts.ts';

/** Parts of jars of the family that have no effect here, with their warnings. A jar may contain only such parts. */
const ineffectiveParts: readonly (readonly [isPart: (path: string) => boolean, warning: Message])[] = [
  [(path) => path === 'xl-rest-endpoints.xml', message('pluginWarning.endpoints')],
  [(path) => path === 'xl-ui-plugin.xml', message('pluginWarning.pages')],
  [(path) => path.startsWith('web/'), message('pluginWarning.browserFiles')],
];

/** Returns warnings about the files of a plugin that have no effect. */
export const unreadFileWarnings = (paths: ReadonlySet<string>): readonly Message[] =>
  ineffectiveParts.flatMap(([isPart, warning]) => ([...paths].some(isPart) ? [warning] : []));

const nameItem = (text: string): Message => message('quote.plain', { text: toSingleLine(text) });

/** Returns warnings about parts of types without effect. `modified` are foreign types that the plugin would modify. */
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

/**
 * Returns warnings about lists and sets of references. Scripts receive the referenced object only for the kind `ci`.
 */
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

/** Returns the first warnings up to a limit, and the number of the others. */
export const limitWarnings = (warnings: readonly Message[]): readonly Message[] =>
  limitedWarnings(warnings, maxWarnings, (count) => message('pluginWarning.more', { count }));

/** Returns warnings in the stored form: their texts, and their data. */
export const storedWarnings = (warnings: readonly Message[]) => ({
  warnings: warnings.map(textOf),
  warningMessages: warnings,
});

/**
 * Returns a plugin with further warnings before and after its own. Omits the data if an earlier version stored the
 * plugin without it.
 */
export function withWarnings(plugin: Plugin, before: readonly Message[], after: readonly Message[]): Plugin {
  return {
    ...plugin,
    warnings: [...before.map(textOf), ...plugin.warnings, ...after.map(textOf)],
    warningMessages: [...before, ...plugin.warningMessages, ...after],
  };
}

/** The maximum number of stored unavailable names of a plugin. */
export const maxMissingNames = 1_000;
/** The maximum number of names with a warning, and of scripts in a warning. */
const maxNames = 20;
const maxScripts = 3;

/** Returns one warning for each unavailable name, the most frequent first, up to a limit. */
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

/** The share of the runner's limit above which a warning is returned. */
const warnRatio = 0.8;

/** Warns if the modules of all plugins use most of the characters that a script runner stores. */
export const moduleCapacityWarnings = (characters: number, limit: number): readonly Message[] =>
  characters < warnRatio * limit ? [] : [message('pluginWarning.moduleCapacity', { characters, limit })];
