import { type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { withoutForeignSecrets } from '../template/foreign-secrets.ts';
import {
  normalizeDates,
  phaseDefaults,
  taskDefaults,
  templateDefaults,
  variableDefaults,
  withoutDefaults,
} from './defaults.ts';
import { readTarget, requirePositions } from './gate-targets.ts';
import { formOf, normalizeTaskType, normalizeType, ownDefaults } from './known-members.ts';
import { itemsOf, type Members, membersOf, textIn, textOf } from './read-yaml.ts';

/** The namespaces of built-in types in a document, and its warnings. */
export interface DocumentContext {
  readonly namespaces: readonly string[];
  readonly warn: Warn;
}

/** Returns the context of a part of the document. Its warnings name the part. */
const contextAt = (context: DocumentContext, part: Message): DocumentContext => ({
  ...context,
  warn: warnAt(context.warn, part),
});

const withoutNulls = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** Members for the identity and the status of an object, which are not part of its definition. */
const identityMembers = new Set(['id', 'ciUid', '$token', '$metadata', 'status']);
const definitionMembers = (members: Members): Members =>
  Object.fromEntries(Object.entries(withoutNulls(members)).filter(([name]) => !identityMembers.has(name)));

/**
 * Reads a template in a document and normalizes it: titles under `template`, `phase` and `name`, without default values
 * (file-formats.md, YAML as code). Throws BadFile.
 */
export function readTemplate(entry: Members, title: string, document: DocumentContext): Members {
  const context = contextAt(document, message('part.template', { title: toSingleLine(title) }));
  const location = `template '${title}'`;
  const {
    template: _,
    workflow,
    name: __,
    title: ___,
    type: ____,
    phases: rawPhases,
    variables,
    ...fields
  } = definitionMembers(entry);
  const phases = itemsOf(rawPhases, `${location}: phases`).map((item) => readPhase(item, location, context));
  requirePositions(phases, location);
  return {
    template: title,
    ...withoutDefaults(
      templateDefaults,
      normalizeDates({
        ...(workflow !== undefined && { kind: 'WORKFLOW' }),
        ...withoutForeignSecrets(fields, context.warn),
      }),
    ),
    ...listMember(
      'variables',
      itemsOf(variables, `${location}: variables`).map((item) => readVariable(item, location, context)),
    ),
    ...listMember('phases', phases),
  };
}

const listMember = (name: string, items: readonly Json[]): Members => (items.length === 0 ? {} : { [name]: items });

/** Reads a variable in a document. Throws BadFile. */
export function readVariable(item: Json, location: string, context: DocumentContext): Members {
  const { type, key, ...fields } = definitionMembers(membersOf(item, `${location}: variables`));
  const named = textOf(key, `${location}: variables: key`);
  return {
    key: bareVariableKey(named),
    type: normalizeType(textIn(type, `${location}: variable '${named}': type`) ?? 'StringVariable', context.namespaces),
    ...withoutDefaults(
      variableDefaults,
      withoutForeignSecrets(fields, warnAt(context.warn, message('part.variable', { key: toSingleLine(named) }))),
    ),
  };
}

/** Returns the key of a variable, also for a placeholder. */
const bareVariableKey = (key: string): string => (key.startsWith('${') && key.endsWith('}') ? key.slice(2, -1) : key);

function readPhase(item: Json, parentPath: string, template: DocumentContext): Members {
  const {
    phase,
    name,
    title,
    type: _,
    tasks,
    release: __,
    ...fields
  } = definitionMembers(membersOf(item, `${parentPath}: phases`));
  const partName = textOf(phase ?? name ?? title, `${parentPath}: phases: phase`);
  const context = contextAt(template, message('part.phase', { title: toSingleLine(partName) }));
  const location = `${parentPath}: phase '${partName}'`;
  return {
    phase: partName,
    ...withoutDefaults(phaseDefaults, normalizeDates(fields)),
    ...listMember('tasks', readTasks(tasks, location, context)),
  };
}

const readTasks = (tasks: Json | undefined, location: string, context: DocumentContext): readonly Members[] =>
  itemsOf(tasks, `${location}: tasks`).map((task) => readTask(task, location, context));

function readTask(item: Json, parentPath: string, parent: DocumentContext): Members {
  const {
    name,
    task,
    title,
    type: rawType,
    tasks,
    ...fields
  } = definitionMembers(membersOf(item, `${parentPath}: tasks`));
  const partName = textOf(name ?? task ?? title, `${parentPath}: tasks: name`);
  const context = contextAt(parent, message('part.task', { title: toSingleLine(partName) }));
  const location = `${parentPath}: task '${partName}'`;
  const type = normalizeTaskType(textIn(rawType, `${location}: type`) ?? 'Task', context.namespaces);
  const defaults = { ...taskDefaults, ...ownDefaults(type) };
  const openFields = withoutForeignSecrets(withTextPrecondition(fields), context.warn);
  return {
    name: partName,
    ...withoutDefaults(
      defaults,
      normalizeDates({ type, ...membersOfType(type, unescapeMembers(openFields), location, context) }),
    ),
    ...listMember('tasks', readTasks(tasks, location, context)),
  };
}

/** Returns the members with a precondition in Python. YAML reads `False` without quotation marks as a boolean. */
function withTextPrecondition(fields: Members): Members {
  const { precondition } = fields;
  return typeof precondition === 'boolean' ? { ...fields, precondition: precondition ? 'True' : 'False' } : fields;
}

/**
 * Moves escaped properties of a plugin to their place, one level below. A property with the same name as a member of
 * tasks has a key that starts with `^`.
 */
function unescapeMembers(fields: Members): Members {
  const escapedMembers = Object.entries(fields).filter(([name]) => name.startsWith('^'));
  if (escapedMembers.length === 0) return fields;
  const others = Object.entries(fields).filter(([name]) => !name.startsWith('^'));
  const { pythonScript } = fields;
  const below = Object.fromEntries(escapedMembers.map(([name, value]) => [name.slice(1), value]));
  return {
    ...Object.fromEntries(others),
    pythonScript: { ...(isObject(pythonScript) ? pythonScript : {}), ...below },
  };
}

function membersOfType(type: string, fields: Members, location: string, context: DocumentContext): Members {
  switch (formOf(type)) {
    case 'gate':
      return {
        ...fields,
        conditions: itemsOf(fields.conditions, `${location}: conditions`).map((item) => conditionIn(item, location)),
        dependencies: itemsOf(fields.dependencies, `${location}: dependencies`).map((item) =>
          readTarget(item, location),
        ),
      };
    case 'linked':
      return { ...fields, links: itemsOf(fields.links, `${location}: links`).map((item) => linkIn(item, location)) };
    case 'asking':
      return {
        ...fields,
        variables: itemsOf(fields.variables, `${location}: variables`).map((item) => keyIn(item, location)),
      };
    case 'creating': {
      const { templateVariables, createdReleaseId: _, ...others } = fields;
      const values = itemsOf(templateVariables, `${location}: templateVariables`);
      return { ...others, templateVariables: values.map((item) => readVariable(item, location, context)) };
    }
    case 'plain':
      return fields;
  }
}

function conditionIn(item: Json, location: string): Members {
  if (typeof item === 'string') return { name: item };
  const { name, title } = membersOf(item, `${location}: conditions`);
  return { name: textOf(name ?? title, `${location}: conditions: name`) };
}

function linkIn(item: Json, location: string): Members {
  const { source, target } = membersOf(item, `${location}: links`);
  return { source: textOf(source, `${location}: links: source`), target: textOf(target, `${location}: links: target`) };
}

function keyIn(item: Json, location: string): string {
  if (typeof item === 'string') return bareVariableKey(item);
  return bareVariableKey(textOf(membersOf(item, `${location}: variables`).key, `${location}: variables: key`));
}

const isTemplateType = (type: Json, namespaces: readonly string[]): boolean =>
  typeof type === 'string' && normalizeType(type, namespaces) === 'rel.Release';

/** Returns the title of a template entry, in short or long form, or null for another entry. Throws BadFile. */
export function templateTitle(entry: Members, { namespaces }: Pick<DocumentContext, 'namespaces'>): string | null {
  const { template, workflow, name, title, type } = entry;
  const shortTitle = template ?? workflow;
  // A trigger has another type, and refers to its template with the same member.
  if (type === undefined ? shortTitle === undefined : !isTemplateType(type, namespaces)) return null;
  const partName = textOf(shortTitle ?? name ?? title, 'template');
  if (partName.trim() === '') throw new BadFile(message('code.templateTitle', { name: toSingleLine(partName) }));
  return partName;
}
