// Writes docs/reference/integration-types.md from the definitions of the integrations. Without `--write`, it fails if
// the page differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Integration, isScriptOutput, readIntegrations } from '../../libs/plugins/src/index.ts';

const file = 'docs/reference/integration-types.md';
type TypeDefinition = Integration['plugin']['types'][number];
type Property = TypeDefinition['properties'][number];

/** Properties of the format of plugins, which users do not set. */
const technical = new Set(['scriptLocation', 'abortScript', 'iconLocation']);

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** Returns the kind of a property, with its allowed values or the type that it refers to. */
function kindText({ kind, password, enumValues, referencedType }: Property): string {
  if (password) return 'password';
  if (referencedType !== null) return `\`${referencedType}\``;
  return enumValues.length === 0 ? kind : enumValues.map((value) => `\`${value}\``).join(', ');
}

function descriptionText({ description, required, implied, defaultValue }: Property): string {
  const hasDefault = defaultValue !== null && defaultValue !== '' && defaultValue !== false;
  const details = [
    ...(required && !implied && !hasDefault ? ['required'] : []),
    ...(hasDefault ? [`default \`${cell(JSON.stringify(defaultValue).replaceAll('"', ''))}\``] : []),
  ];
  return [cell(description), ...details].filter((part) => part !== '').join('; ');
}

const table = (title: string, properties: readonly Property[]): readonly string[] =>
  properties.length === 0
    ? []
    : [
        `| ${title} | kind | meaning |`,
        '|---|---|---|',
        ...properties.map((entry) => `| \`${entry.name}\` | ${kindText(entry)} | ${descriptionText(entry)} |`),
        '',
      ];

/** Returns the properties of a type and of its base types in the same integration. */
function allProperties(type: TypeDefinition, types: readonly TypeDefinition[]): readonly Property[] {
  const parent = types.find(({ name }) => name === type.extends);
  return [...(parent === undefined ? [] : allProperties(parent, types)), ...type.properties];
}

function typeSection(type: TypeDefinition, { plugin }: Integration): readonly string[] {
  const shown = allProperties(type, plugin.types).filter(({ name, hidden }) => !hidden && !technical.has(name));
  const inputs = shown.filter((entry) => !isScriptOutput(entry));
  const outputs = shown.filter(({ category }) => category === 'output');
  return [
    `### \`${type.name}\``,
    '',
    ...(type.description === '' ? [] : [`${cell(type.description).replace(/\.$/, '')}.`, '']),
    ...table('property', inputs),
    ...table('output', outputs),
  ];
}

/** Returns the example in the documentation of an integration; empty without one. */
const exampleIn = (readme: string): readonly string[] => {
  const [, example] = /^## Example\n+(```[\s\S]*?\n```)/m.exec(readme) ?? [];
  return example === undefined ? [] : ['Example:', '', example, ''];
};

const section = (integration: Integration): readonly string[] => [
  `## ${integration.title}`,
  '',
  integration.description,
  '',
  ...integration.plugin.types.filter(({ virtual }) => !virtual).flatMap((type) => typeSection(type, integration)),
  ...exampleIn(integration.readme),
];

const page = [
  '# Types of integrations',
  '',
  'This page is generated from the definitions in `integrations`. [Integrations](integrations.md) describes how to enable them.',
  '',
  ...(await readIntegrations()).flatMap(section),
]
  .join('\n')
  .replace(/\n+$/, '\n');

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
if (values.write) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  console.error(`${file} is not current: run npm run check -- --fix`);
  process.exitCode = 1;
}
