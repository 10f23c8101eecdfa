import { inLine } from '@slipway/formats';
import { withoutEffect } from '../built-in/base-types.ts';
import { productTypes } from '../built-in/product-types.ts';
import type { TypeDefinition } from '../definitions/type-definition.ts';
import { lineOf, rootOf } from './find-scripts.ts';

/** Parts of jars of the family that have no effect here; a jar may hold nothing else. */
const parts: readonly (readonly [isPart: (path: string) => boolean, warning: string])[] = [
  [(path) => path === 'xl-rest-endpoints.xml', 'xl-rest-endpoints.xml: endpoints of plugins are not served'],
  [(path) => path === 'xl-ui-plugin.xml', 'xl-ui-plugin.xml: pages of plugins are not shown'],
  [(path) => path.startsWith('web/'), 'web/: files for the browser are not served'],
];

/** The files of a plugin without effect, as messages. */
export const besideTypes = (paths: ReadonlySet<string>): readonly string[] =>
  parts.flatMap(([isPart, warning]) => ([...paths].some(isPart) ? [warning] : []));

const named = (names: readonly string[]): string => names.map(inLine).join(', ');

/** What of types has no effect, in sentences; `modified` are the types of others that the plugin would change. */
export function typeWarnings(types: readonly TypeDefinition[], modified: readonly string[]): readonly string[] {
  const byRoot = Map.groupBy(
    types.filter(({ virtual }) => !virtual),
    (type) => rootOf(lineOf(type, types)),
  );
  const ofRoots = [...byRoot].flatMap(([root, extending]) => {
    const names = named(extending.map(({ name }) => name));
    const effect = withoutEffect[root];
    if (effect !== undefined) return [`${effect}: ${names}`];
    if (productTypes.has(root)) return [];
    return [`the inherited properties of '${inLine(root)}' require another plugin that defines it: ${names}`];
  });
  const ofModified = modified.map((name) => `type-modification of '${inLine(name)}': types stay as they are defined`);
  return [
    ...ofRoots,
    ...types.flatMap(ofReferences),
    ...ofModified,
    ...(types.length === 0 ? ['the plugin defines no types'] : []),
  ];
}

/** Scripts receive the object only of a property of kind `ci`. */
const ofReferences = ({ name, properties }: TypeDefinition): readonly string[] =>
  properties.flatMap((each) =>
    each.kind === 'list_of_ci' || each.kind === 'set_of_ci'
      ? [
          `property '${inLine(each.name)}' of '${inLine(name)}': scripts receive ids instead of objects for ${each.kind}`,
        ]
      : [],
  );

const most = 100;

/** The first warnings, up to a limit. */
export const bounded = (warnings: readonly string[]): readonly string[] =>
  warnings.length <= most
    ? warnings
    : [...warnings.slice(0, most), `${warnings.length - most} more warnings are left out`];
