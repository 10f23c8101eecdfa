import { readFileSync } from 'node:fs';

const iconFile = 'node_modules/@iconify-json/lucide/icons.json';
const prefix = '~icons/lucide/';

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases: Readonly<Record<string, { readonly parent: string }>>;
}

/** Attributes that all icons have. The style sheets of the board set them once. */
const common = new Set(['fill="none"', 'stroke="currentColor"', 'stroke-linecap="round"', 'stroke-linejoin="round"']);

/** Returns the elements of an SVG body without groups: `['path', { d: 'M5 12h14' }]`. */
const elementsOf = (body: string) =>
  [...body.matchAll(/<(?!g\b)(\w+) ([^>]*)\/>/g)].map(([, tag, attributes = '']) => {
    const own = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].filter(
      ([whole, name]) => name !== 'stroke-width' && !common.has(whole),
    );
    return [tag, Object.fromEntries(own.map(([, name, value]) => [name, value]))] as const;
  });

/**
 * Returns a plugin for the bundler, the development server and tests that provides each Lucide icon as a module:
 * `~icons/lucide/rocket`. An unknown name is an error. The package of the icons in this format is a single file. The
 * package with one module per icon has 4,000 files, which the first start of the product would install.
 */
export function lucideIcons() {
  let set: IconSet | undefined;
  return {
    name: 'slipway:icons',
    resolveId: (id: string) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id: string) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      set ??= JSON.parse(readFileSync(iconFile, 'utf8'));
      const name = id.slice(prefix.length + 1);
      const icon = set?.icons[set.aliases[name]?.parent ?? name];
      if (icon === undefined) throw new Error(`there is no Lucide icon ${name}`);
      return `export default ${JSON.stringify(elementsOf(icon.body))};`;
    },
  };
}
