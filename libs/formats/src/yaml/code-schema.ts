import { isObject, type Json, typesWhere } from '@slipway/domain/model';
import { type Defaults, phaseDefaults, taskDefaults, templateDefaults, variableDefaults } from './defaults.ts';
import { type KnownMembers, knownMembers, membersOfTask } from './known-members.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const list = { type: 'array' };
const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` });
const listOf = (items: Json): Json => ({ type: 'array', items });

type Properties = Readonly<Record<string, Json>>;

/** Returns the schema of a member with a default. A text is not restricted, because it may be null or a placeholder. */
function schemaForDefault(value: Json | undefined): Json {
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (Array.isArray(value)) return list;
  return value !== undefined && isObject(value) ? { type: 'object' } : {};
}

/** Returns the members of a part by name. `known` describes those that are not described by their defaults. */
const propertiesOf = (names: readonly string[], known: Properties, defaults: Defaults = {}): Properties =>
  Object.fromEntries(names.map((name) => [name, known[name] ?? schemaForDefault(defaults[name])]));

/** Returns the schema of a part that has its title in the first member. Other members are allowed. */
const part = (
  title: string,
  { allowed }: Pick<KnownMembers, 'allowed'>,
  known: Properties,
  defaults?: Defaults,
): Json => ({
  type: 'object',
  required: [title],
  properties: propertiesOf(allowed, { [title]: text, ...known }, defaults),
  additionalProperties: true,
});

const taskTypes = typesWhere(() => true).map((name) => (name.includes('.') ? name : `rel.${name}`));
const taskMembers = [...new Set(taskTypes.flatMap((type) => membersOfTask(type)?.allowed ?? []))];

const documentOf = (kind: string, spec: Json): Json => ({
  if: { properties: { kind: { const: kind } } },
  // biome-ignore lint/suspicious/noThenProperty: it is the word of JSON Schema
  then: { properties: { spec } },
});

/**
 * The JSON Schema of one document, for editors and the completion of the board. It has the members that documents may
 * have (file-formats.md, YAML). Plugin types have more members, so that no schema forbids others.
 */
export const codeSchema: Json = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Plans as code',
  type: 'object',
  required: ['apiVersion', 'kind', 'spec'],
  properties: {
    apiVersion: { enum: ['xl-release/v1', 'xl-release/v1beta1'] },
    kind: { enum: ['Templates', 'Import', 'Release', 'Permissions', 'Configurations', 'Users', 'Roles'] },
    metadata: { type: 'object', properties: { home: text, path: text } },
    spec: {},
  },
  allOf: [
    documentOf('Templates', listOf(ref('entry'))),
    documentOf('Configurations', listOf(ref('typed'))),
    documentOf('Import', { type: 'object', required: ['imports'], properties: { imports: texts } }),
    documentOf('Release', ref('release')),
    documentOf('Permissions', listOf({ anyOf: [ref('teams'), ref('templateTeams'), ref('global')] })),
    documentOf('Users', listOf(ref('user'))),
    documentOf('Roles', listOf(ref('role'))),
  ],
  $defs: {
    entry: { anyOf: [ref('folder'), ref('template'), ref('typed'), { type: 'object' }] },
    folder: part('directory', knownMembers.folder, { children: listOf(ref('entry')) }),
    template: part(
      'template',
      knownMembers.template,
      {
        tags: texts,
        variables: listOf(ref('variable')),
        phases: listOf(ref('phase')),
        triggers: listOf(ref('trigger')),
        releaseTriggers: listOf(ref('trigger')),
      },
      templateDefaults,
    ),
    phase: part('phase', knownMembers.phase, { tasks: listOf(ref('task')) }, phaseDefaults),
    task: part(
      'name',
      { allowed: taskMembers },
      { type: { type: 'string', examples: taskTypes }, tags: texts, tasks: listOf(ref('task')) },
      taskDefaults,
    ),
    variable: part('key', knownMembers.variable, {}, variableDefaults),
    trigger: part('name', knownMembers.trigger, { enabled: { type: 'boolean' }, variables: {}, tags: texts }),
    release: part('name', knownMembers.release, { autoStart: { type: 'boolean' } }),
    typed: { type: 'object', required: ['name'], properties: { name: text, type: text }, additionalProperties: true },
    teams: part('directory', { allowed: ['directory', 'teams'] }, { teams: listOf(ref('team')) }),
    templateTeams: part('template', { allowed: ['template', 'teams'] }, { teams: listOf(ref('team')) }),
    team: part(
      'name',
      { allowed: ['name', 'members', 'users', 'roles', 'permissions'] },
      {
        members: texts,
        users: texts,
        roles: texts,
        permissions: texts,
      },
    ),
    global: { type: 'object', required: ['global'], properties: { global: list } },
    user: part('username', knownMembers.user, { enabled: { type: 'boolean' } }),
    role: part('name', knownMembers.role, { principals: list, permissions: texts }),
  },
};
