import { isObject, type Json } from '@slipway/domain/model';
import {
  normalizeDates,
  phaseDefaults,
  taskDefaults,
  templateDefaults,
  variableDefaults,
  withoutDefaults,
} from '../defaults.ts';
import { type PlanParts, planPartsOf, writeTarget } from '../gate-targets.ts';
import { formOf, normalizeType, ownDefaults } from '../known-members.ts';
import type { Members } from '../read-yaml.ts';

/** The options for writing a template: the prefix of its types, and the names of ids. */
export interface Naming {
  readonly prefix: string;
  /**
   * Returns the path of titles of a folder or template, or the title of a configuration, by id; undefined: the id
   * stays.
   */
  readonly nameOf: (id: string) => string | undefined;
}

const objects = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

function without(members: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}
const splitNames = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Computed members of a template in responses, and members of its run. */
const templateResponseMembers =
  splitNames(`id type title status owner startDate endDate overdueNotified queryableStartDate
  queryableEndDate realFlagStatus releaseTriggers teams attachments calendarLinkToken runningTriggeredReleasesCount
  originTemplateId createdFromTrigger startedFromTaskId automatedResumeCount maxAutomatedResumes abortComment riskScore
  totalRiskScore $metadata phases variables defaultTargetFolderId extensions`);
const phaseResponseMembers = splitNames(
  'id type title status startDate endDate overdueNotified release originId tasks',
);
const taskResponseMembers =
  splitNames(`id type title status startDate endDate overdueNotified dueSoonNotified container comments
  attachments failuresCount postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate
  hasBeenFlagged hasBeenDelayed originId tasks conditions dependencies links variables templateId folderId
  templateVariables createdReleaseId approvalVerdicts approvalVersion statusLine`);

/** Converts a rendered template to the short form of documents, without ids and default values. */
export function writeTemplate(response: Members, naming: Naming): Members {
  const { title, phases, variables, defaultTargetFolderId, extensions } = response;
  const keys = new Map(objects(variables).map(({ id, key }) => [last(text(id)), text(key)]));
  const planParts = planPartsOf(objects(phases), (part) => text(part.title));
  const own = new Map(planParts.all.map((item) => [last(text(item.part.id)), item]));
  const folder = text(defaultTargetFolderId);
  const storedExtensions = objects(extensions).flatMap(({ id: _, ...item }) =>
    text(item.type).endsWith('.Risk') ? [] : [item],
  );
  const fields = {
    ...without(response, templateResponseMembers),
    extensions: storedExtensions,
    defaultTargetFolder: folder === '' ? null : (naming.nameOf(folder) ?? folder),
  };
  return {
    template: text(title),
    ...withoutDefaults(templateDefaults, normalizeDates(fields)),
    ...listMember(
      'variables',
      objects(variables).map((variable) => writeVariable(variable, naming)),
    ),
    ...listMember(
      'phases',
      objects(phases).map((phase) => writePhase(phase, { ...naming, keys, parts: planParts, own })),
    ),
  };
}

const listMember = (name: string, items: readonly Json[]): Members => (items.length === 0 ? {} : { [name]: items });

/** Converts a rendered variable to the form of documents. */
export function writeVariable({ id: _, key, type, ...fields }: Members, { prefix }: Pick<Naming, 'prefix'>): Members {
  return { key: text(key), type: normalizeType(text(type), [prefix]), ...withoutDefaults(variableDefaults, fields) };
}

interface WriteContext extends Naming {
  /** the keys of variables, by id */
  readonly keys: ReadonlyMap<string, string>;
  readonly parts: PlanParts;
  /** the phases and tasks, by the last segments of their ids */
  readonly own: ReadonlyMap<string, PlanParts['all'][number]>;
}

function writePhase(phase: Members, context: WriteContext): Members {
  return {
    phase: text(phase.title),
    ...withoutDefaults(phaseDefaults, normalizeDates(without(phase, phaseResponseMembers))),
    ...listMember(
      'tasks',
      objects(phase.tasks).map((task) => writeTask(task, context)),
    ),
  };
}

function writeTask(task: Members, context: WriteContext): Members {
  const type = normalizeType(text(task.type), [context.prefix]);
  const defaults = { ...taskDefaults, ...ownDefaults(type) };
  // Plugin types may have properties with the names of built-in parts.
  const fields = type.startsWith('rel.') ? without(task, taskResponseMembers) : withoutComputedMembers(task);
  return {
    name: text(task.title),
    ...withoutDefaults(
      defaults,
      normalizeDates({ type, ...fields, ...membersOfType(type, task, context), ...script(task) }),
    ),
    ...listMember(
      'tasks',
      objects(task.tasks).map((inner) => writeTask(inner, context)),
    ),
  };
}

const partMembers = splitNames('conditions dependencies links variables templateId folderId templateVariables');

function withoutComputedMembers(task: Members): Members {
  return {
    ...without(task, taskResponseMembers),
    ...Object.fromEntries(Object.entries(task).filter(([name]) => partMembers.has(name))),
  };
}

/** Returns the nested script of a plugin task, without its ids. */
function script({ pythonScript }: Members): Members {
  if (!isObject(pythonScript)) return {};
  const { id: _, customScriptTask: __, ...own } = pythonScript;
  return { pythonScript: own };
}

function membersOfType(type: string, task: Members, context: WriteContext): Members {
  const { nameOf, keys, parts: planParts, own } = context;
  switch (formOf(type)) {
    case 'gate':
      return {
        conditions: objects(task.conditions).map(({ title }) => ({ name: text(title) })),
        dependencies: objects(task.dependencies).map(({ targetId }) => {
          const id = text(targetId);
          return writeTarget(id, own.get(last(id)), planParts);
        }),
      };
    case 'linked': {
      const linkNames = linkNamesOf(objects(task.tasks));
      const linkNameOf = (id: Json | undefined): string => linkNames.get(last(text(id))) ?? '';
      return {
        links: objects(task.links).map(({ source, target }) => ({
          source: linkNameOf(source),
          target: linkNameOf(target),
        })),
      };
    }
    case 'asking': {
      const variables: readonly Json[] = Array.isArray(task.variables) ? task.variables : [];
      return {
        variables: variables.flatMap((item) => keys.get(last(isObject(item) ? text(item.id) : text(item))) ?? []),
      };
    }
    case 'creating': {
      const nameOrNull = (id: string): Json => (id === '' ? null : (nameOf(id) ?? id));
      return {
        template: nameOrNull(text(task.templateId)),
        folder: nameOrNull(text(task.folderId)),
        templateVariables: objects(task.templateVariables).map((variable) => writeVariable(variable, context)),
      };
    }
    case 'plain':
      return {};
  }
}

/**
 * Returns the names of a group's tasks in links, by the last segments of their ids: titles, or positions if titles
 * repeat.
 */
function linkNamesOf(tasks: readonly Members[]): ReadonlyMap<string, string> {
  const titles = tasks.map(({ title }) => text(title));
  return new Map(
    tasks.map(({ id }, index) => {
      const title = titles[index] ?? '';
      const isUnique = titles.filter((item) => item === title).length === 1 && !title.startsWith('#');
      return [last(text(id)), isUnique ? title : `#${index + 1}`];
    }),
  );
}
