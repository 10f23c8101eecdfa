import { toSingleLine } from '@slipway/formats';
import { withoutEffect } from '../built-in/base-types.ts';
import { productTypes } from '../built-in/product-types.ts';
import type { MissingName, TypeDefinition } from '../definitions/type-definition.ts';
import { pluginInheritanceChain, rootOf } from './find-scripts.ts';

/** Parts of jars of the family that have no effect here; a jar may hold nothing else. */
const ineffectiveParts: readonly (readonly [isPart: (path: string) => boolean, warning: string])[] = [
  [(path) => path === 'xl-rest-endpoints.xml', 'xl-rest-endpoints.xml: endpoints of plugins are not served'],
  [(path) => path === 'xl-ui-plugin.xml', 'xl-ui-plugin.xml: pages of plugins are not shown'],
  [(path) => path.startsWith('web/'), 'web/: files for the browser are not served'],
];

/** The files of a plugin without effect, as messages. */
export const unreadFileWarnings = (paths: ReadonlySet<string>): readonly string[] =>
  ineffectiveParts.flatMap(([isPart, warning]) => ([...paths].some(isPart) ? [warning] : []));

const joinNames = (names: readonly string[]): string => names.map(toSingleLine).join(', ');

/** Warnings about parts of types without effect; `modified` are types of others that the plugin would change. */
export function typeWarnings(types: readonly TypeDefinition[], modified: readonly string[]): readonly string[] {
  const byRoot = Map.groupBy(
    types.filter(({ virtual }) => !virtual),
    (type) => rootOf(pluginInheritanceChain(type, types)),
  );
  const rootWarnings = [...byRoot].flatMap(([root, subtypes]) => {
    const names = joinNames(subtypes.map(({ name }) => name));
    const effect = withoutEffect[root];
    if (effect !== undefined) return [`${effect}: ${names}`];
    if (productTypes.has(root)) return [];
    return [`the inherited properties of '${toSingleLine(root)}' require another plugin that defines it: ${names}`];
  });
  const modificationWarnings = modified.map(
    (name) => `type-modification of '${toSingleLine(name)}': types stay as they are defined`,
  );
  return [
    ...rootWarnings,
    ...types.flatMap(referenceWarnings),
    ...modificationWarnings,
    ...(types.length === 0 ? ['the plugin defines no types'] : []),
  ];
}

/** Scripts receive the object only of a property of kind `ci`. */
const referenceWarnings = ({ name, properties }: TypeDefinition): readonly string[] =>
  properties.flatMap((property) =>
    property.kind === 'list_of_ci' || property.kind === 'set_of_ci'
      ? [
          `property '${toSingleLine(property.name)}' of '${toSingleLine(name)}': scripts receive ids instead of objects for ${property.kind}`,
        ]
      : [],
  );

const maxWarnings = 100;

/** The first warnings, up to a limit. */
export const limitWarnings = (warnings: readonly string[]): readonly string[] =>
  warnings.length <= maxWarnings
    ? warnings
    : [...warnings.slice(0, maxWarnings), `${warnings.length - maxWarnings} more warnings are left out`];

/** Of one plugin this many names that it lacks are kept. */
export const maxMissingNames = 1_000;
/** Names that are warned of each, and the scripts that are named with one. */
const maxNames = 20;
const maxScripts = 3;

const listScripts = (scripts: readonly string[]): string => {
  const named = scripts.slice(0, maxScripts).map(toSingleLine).join(', ');
  return scripts.length <= maxScripts ? named : `${named} and ${scripts.length - maxScripts} more`;
};

/** One message for each name, the most frequent first, up to a limit. */
export function missingNameWarnings(missingNames: readonly MissingName[]): readonly string[] {
  const byName = [...Map.groupBy(missingNames, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const messages = byName.slice(0, maxNames).map(([name, all]) => {
    const scripts = listScripts(all.map(({ script }) => script));
    return `'${toSingleLine(name)}' is not there for scripts, since ${all[0]?.reason}: ${scripts}`;
  });
  const remaining = byName.length - messages.length;
  return remaining === 0 ? messages : [...messages, `${remaining} more names are not there for scripts: see its lacks`];
}

/** The share of the runner's limit from which on a warning is given. */
const warnRatio = 0.8;

/** Warns where the modules of all plugins leave little of the characters that a script runner keeps. */
export const moduleCapacityWarnings = (characters: number, limit: number): readonly string[] =>
  characters < warnRatio * limit
    ? []
    : [
        `the modules of all plugins together have ${characters} characters, and a script runner keeps ${limit}: beyond that no script that is not a plugin's can import from them`,
      ];
