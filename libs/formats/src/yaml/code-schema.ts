import type { Json } from '@slipway/domain/model';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const titled = (name: string, more: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  required: [name],
  properties: { [name]: text, ...more },
  additionalProperties: true,
});
const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` });
const listOf = (items: Json): Json => ({ type: 'array', items });

const documentOf = (kind: string, spec: Json): Json => ({
  if: { properties: { kind: { const: kind } } },
  // biome-ignore lint/suspicious/noThenProperty: it is the word of JSON Schema
  then: { properties: { spec } },
});

/** The JSON Schema of one document, for editors. Members of types are not restricted. */
export const codeSchema: Json = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Plans as code',
  type: 'object',
  required: ['apiVersion', 'kind', 'spec'],
  properties: {
    apiVersion: { enum: ['xl-release/v1', 'xl-release/v1beta1'] },
    kind: { enum: ['Templates', 'Import', 'Release', 'Permissions', 'Configurations', 'Users', 'Roles'] },
    metadata: { type: 'object', properties: { home: text, path: text } },
  },
  allOf: [
    documentOf('Templates', listOf(ref('entry'))),
    documentOf('Configurations', listOf(ref('typed'))),
    documentOf('Import', { type: 'object', required: ['imports'], properties: { imports: texts } }),
    documentOf('Release', titled('name', { template: text, folder: text, variables: {} })),
    documentOf('Permissions', listOf({ anyOf: [ref('teams'), ref('templateTeams'), ref('global')] })),
    documentOf('Users', listOf(titled('username', { email: text, fullName: text, enabled: { type: 'boolean' } }))),
    documentOf('Roles', listOf(titled('name', { principals: { type: 'array' }, permissions: texts }))),
  ],
  $defs: {
    entry: { anyOf: [ref('folder'), ref('template'), ref('typed'), { type: 'object' }] },
    folder: titled('directory', { children: listOf(ref('entry')) }),
    template: titled('template', {
      description: text,
      tags: texts,
      variables: listOf(ref('variable')),
      phases: listOf(ref('phase')),
    }),
    phase: titled('phase', { color: text, tasks: listOf(ref('task')) }),
    task: titled('name', { type: text, description: text, tasks: listOf(ref('task')) }),
    variable: titled('key', {
      type: text,
      requiresValue: { type: 'boolean' },
      showOnReleaseStart: { type: 'boolean' },
    }),
    typed: titled('name', { type: text }),
    teams: titled('directory', { teams: listOf(ref('team')) }),
    templateTeams: titled('template', { teams: listOf(ref('team')) }),
    team: titled('name', { members: texts, users: texts, roles: texts, permissions: texts }),
    global: { type: 'object', required: ['global'], properties: { global: { type: 'array' } } },
  },
};
