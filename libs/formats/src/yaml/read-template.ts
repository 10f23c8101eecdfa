import { isObject, type Json } from '@slipway/domain';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import { withoutForeignSecrets } from '../template/foreign-secrets.ts';
import { beyond, inOneForm, phaseDefaults, taskDefaults, templateDefaults, variableDefaults } from './defaults.ts';
import { readTarget, requirePlaces } from './gate-targets.ts';
import { itemsOf, type Members, membersOf, textIn, textOf } from './read-yaml.ts';
import { formOf, ownDefaults } from './task-forms.ts';
import { plainTaskType, plainType } from './type-names.ts';

/** How a document writes its own types. */
export interface Writing {
  readonly namespaces: readonly string[];
  /** Receives the parts that were left out, with their position. */
  readonly warn: (what: string) => void;
}

/** Reports with the position. */
const warningAt =
  ({ warn }: Writing, where: string) =>
  (what: string): void =>
    warn(`${inLine(where)}: ${what}`);

const withoutNulls = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** Members for the position and identity of an object, which are not part of its definition. */
const placed = new Set(['id', 'ciUid', '$token', '$metadata', 'status']);
const own = (members: Members): Members =>
  Object.fromEntries(Object.entries(withoutNulls(members)).filter(([name]) => !placed.has(name)));

/**
 * A template of a document in the one short form: titles under `template`, `phase` and `name`, nothing that is as usual
 * (file-formats.md, YAML as code). Throws BadFile.
 */
export function readTemplate(entry: Members, title: string, writing: Writing): Members {
  const where = `template '${title}'`;
  const { template: _, workflow, name: __, title: ___, type: ____, phases: given, variables, ...fields } = own(entry);
  const phases = itemsOf(given, `${where}: phases`).map((each) => readPhase(each, where, writing));
  requirePlaces(phases, where);
  return {
    template: title,
    ...beyond(
      templateDefaults,
      inOneForm({
        ...(workflow !== undefined && { kind: 'WORKFLOW' }),
        ...withoutForeignSecrets(fields, warningAt(writing, where)),
      }),
    ),
    ...listed(
      'variables',
      itemsOf(variables, `${where}: variables`).map((each) => readVariable(each, where, writing)),
    ),
    ...listed('phases', phases),
  };
}

const listed = (name: string, items: readonly Json[]): Members => (items.length === 0 ? {} : { [name]: items });

/** A variable of a document. Throws BadFile. */
export function readVariable(item: Json, where: string, writing: Writing): Members {
  const { type, key, ...fields } = own(membersOf(item, `${where}: variables`));
  const named = textOf(key, `${where}: variables: key`);
  return {
    key: bare(named),
    type: plainType(textIn(type, `${where}: variable '${named}': type`) ?? 'StringVariable', writing.namespaces),
    ...beyond(variableDefaults, withoutForeignSecrets(fields, warningAt(writing, `${where}: variable '${named}'`))),
  };
}

/** A key as it is, or in the form in which texts mention it. */
const bare = (key: string): string => (key.startsWith('${') && key.endsWith('}') ? key.slice(2, -1) : key);

function readPhase(item: Json, around: string, writing: Writing): Members {
  const { phase, name, title, type: _, tasks, release: __, ...fields } = own(membersOf(item, `${around}: phases`));
  const called = textOf(phase ?? name ?? title, `${around}: phases: phase`);
  const where = `${around}: phase '${called}'`;
  return {
    phase: called,
    ...beyond(phaseDefaults, inOneForm(fields)),
    ...listed('tasks', readTasks(tasks, where, writing)),
  };
}

const readTasks = (tasks: Json | undefined, where: string, writing: Writing): readonly Members[] =>
  itemsOf(tasks, `${where}: tasks`).map((task) => readTask(task, where, writing));

function readTask(item: Json, around: string, writing: Writing): Members {
  const { name, task, title, type: written, tasks, ...fields } = own(membersOf(item, `${around}: tasks`));
  const called = textOf(name ?? task ?? title, `${around}: tasks: name`);
  const where = `${around}: task '${called}'`;
  const type = plainTaskType(textIn(written, `${where}: type`) ?? 'Task', writing.namespaces);
  const defaults = { ...taskDefaults, ...ownDefaults(type) };
  const kept = withoutForeignSecrets(fields, warningAt(writing, where));
  return {
    name: called,
    ...beyond(defaults, inOneForm({ type, ...ofItsType(type, reserved(kept), where, writing) })),
    ...listed('tasks', readTasks(tasks, where, writing)),
  };
}

/**
 * A plugin's property may have the name of a member of tasks: its key then begins with `^`, and it is nested one level
 * below.
 */
function reserved(fields: Members): Members {
  const marked = Object.entries(fields).filter(([name]) => name.startsWith('^'));
  if (marked.length === 0) return fields;
  const others = Object.entries(fields).filter(([name]) => !name.startsWith('^'));
  const { pythonScript } = fields;
  const below = Object.fromEntries(marked.map(([name, value]) => [name.slice(1), value]));
  return {
    ...Object.fromEntries(others),
    pythonScript: { ...(isObject(pythonScript) ? pythonScript : {}), ...below },
  };
}

function ofItsType(type: string, fields: Members, where: string, writing: Writing): Members {
  switch (formOf(type)) {
    case 'gate':
      return {
        ...fields,
        conditions: itemsOf(fields.conditions, `${where}: conditions`).map((each) => conditionIn(each, where)),
        dependencies: itemsOf(fields.dependencies, `${where}: dependencies`).map((each) => readTarget(each, where)),
      };
    case 'linked':
      return { ...fields, links: itemsOf(fields.links, `${where}: links`).map((each) => linkIn(each, where)) };
    case 'asking':
      return {
        ...fields,
        variables: itemsOf(fields.variables, `${where}: variables`).map((each) => keyIn(each, where)),
      };
    case 'creating': {
      const { templateVariables, createdReleaseId: _, ...others } = fields;
      const values = itemsOf(templateVariables, `${where}: templateVariables`);
      return { ...others, templateVariables: values.map((each) => readVariable(each, where, writing)) };
    }
    case 'plain':
      return fields;
  }
}

function conditionIn(item: Json, where: string): Members {
  if (typeof item === 'string') return { name: item };
  const { name, title } = membersOf(item, `${where}: conditions`);
  return { name: textOf(name ?? title, `${where}: conditions: name`) };
}

function linkIn(item: Json, where: string): Members {
  const { source, target } = membersOf(item, `${where}: links`);
  return { source: textOf(source, `${where}: links: source`), target: textOf(target, `${where}: links: target`) };
}

function keyIn(item: Json, where: string): string {
  if (typeof item === 'string') return bare(item);
  return bare(textOf(membersOf(item, `${where}: variables`).key, `${where}: variables: key`));
}

const isTemplateType = (type: Json, namespaces: readonly string[]): boolean =>
  typeof type === 'string' && plainType(type, namespaces) === 'rel.Release';

/** What a template is called that an entry writes, shortly or at length; null where the entry is no template. Throws BadFile. */
export function templateTitle(entry: Members, { namespaces }: Pick<Writing, 'namespaces'>): string | null {
  const { template, workflow, name, title, type } = entry;
  const short = template ?? workflow;
  // A trigger has a type of its own, and names its template with the same member.
  if (type === undefined ? short === undefined : !isTemplateType(type, namespaces)) return null;
  const called = textOf(short ?? name ?? title, 'template');
  if (called.trim() === '') throw new BadFile(`template '${inLine(called)}': expected a title`);
  return called;
}
