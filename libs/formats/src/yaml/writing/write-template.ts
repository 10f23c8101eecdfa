import { isObject, type Json } from '@slipway/domain';
import { beyond, inOneForm, phaseDefaults, taskDefaults, templateDefaults, variableDefaults } from '../defaults.ts';
import { type Stands, standsIn, writeTarget } from '../gate-targets.ts';
import type { Members } from '../read-yaml.ts';
import { formOf, ownDefaults } from '../task-forms.ts';
import { plainType } from '../type-names.ts';

/** How a template is written: the prefix of its types, and what ids are called. */
export interface Naming {
  readonly prefix: string;
  /** the path of titles of a folder or template, or the title of a configuration, by its id; undefined: the id stays */
  readonly called: (id: string) => string | undefined;
}

const objects = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

function without(members: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Computed members of a template in responses, and members of its run. */
const answeredOfTemplate = words(`id type title status owner startDate endDate overdueNotified queryableStartDate
  queryableEndDate realFlagStatus releaseTriggers teams attachments calendarLinkToken runningTriggeredReleasesCount
  originTemplateId createdFromTrigger startedFromTaskId automatedResumeCount maxAutomatedResumes abortComment riskScore
  totalRiskScore $metadata phases variables defaultTargetFolderId extensions`);
const answeredOfPhase = words('id type title status startDate endDate overdueNotified release originId tasks');
const answeredOfTask = words(`id type title status startDate endDate overdueNotified dueSoonNotified container comments
  attachments failuresCount postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate
  hasBeenFlagged hasBeenDelayed originId tasks conditions dependencies links variables templateId folderId
  templateVariables createdReleaseId approvalVerdicts approvalVersion statusLine`);

/** A template as it is answered, in the short form of documents: no ids, nothing that is as usual. */
export function writeTemplate(answer: Members, naming: Naming): Members {
  const { title, phases, variables, defaultTargetFolderId, extensions } = answer;
  const keys = new Map(objects(variables).map(({ id, key }) => [last(text(id)), text(key)]));
  const stands = standsIn(objects(phases), (part) => text(part.title));
  const own = new Map(stands.all.map((each) => [last(text(each.part.id)), each]));
  const folder = text(defaultTargetFolderId);
  const kept = objects(extensions).flatMap(({ id: _, ...each }) => (text(each.type).endsWith('.Risk') ? [] : [each]));
  const fields = {
    ...without(answer, answeredOfTemplate),
    extensions: kept,
    defaultTargetFolder: folder === '' ? null : (naming.called(folder) ?? folder),
  };
  return {
    template: text(title),
    ...beyond(templateDefaults, inOneForm(fields)),
    ...listed(
      'variables',
      objects(variables).map((variable) => writeVariable(variable, naming)),
    ),
    ...listed(
      'phases',
      objects(phases).map((phase) => writePhase(phase, { ...naming, keys, stands, own })),
    ),
  };
}

const listed = (name: string, items: readonly Json[]): Members => (items.length === 0 ? {} : { [name]: items });

/** A variable as it is answered, in the form of documents. */
export function writeVariable({ id: _, key, type, ...fields }: Members, { prefix }: Pick<Naming, 'prefix'>): Members {
  return { key: text(key), type: plainType(text(type), [prefix]), ...beyond(variableDefaults, fields) };
}

interface Within extends Naming {
  /** keys of variables by their ids */
  readonly keys: ReadonlyMap<string, string>;
  readonly stands: Stands;
  /** its phases and tasks by the last segments of their ids */
  readonly own: ReadonlyMap<string, Stands['all'][number]>;
}

function writePhase(phase: Members, within: Within): Members {
  return {
    phase: text(phase.title),
    ...beyond(phaseDefaults, inOneForm(without(phase, answeredOfPhase))),
    ...listed(
      'tasks',
      objects(phase.tasks).map((task) => writeTask(task, within)),
    ),
  };
}

function writeTask(task: Members, within: Within): Members {
  const type = plainType(text(task.type), [within.prefix]);
  const defaults = { ...taskDefaults, ...ownDefaults(type) };
  // a plugin's type may have properties of the names of parts of ours
  const fields = type.startsWith('rel.') ? without(task, answeredOfTask) : withoutTask(task);
  return {
    name: text(task.title),
    ...beyond(defaults, inOneForm({ type, ...fields, ...ofItsType(type, task, within), ...script(task) })),
    ...listed(
      'tasks',
      objects(task.tasks).map((inner) => writeTask(inner, within)),
    ),
  };
}

const parts = words('conditions dependencies links variables templateId folderId templateVariables');

function withoutTask(task: Members): Members {
  return {
    ...without(task, answeredOfTask),
    ...Object.fromEntries(Object.entries(task).filter(([name]) => parts.has(name))),
  };
}

/** A script of a plugin one level below has an id of its own, and that of its task. */
function script({ pythonScript }: Members): Members {
  if (!isObject(pythonScript)) return {};
  const { id: _, customScriptTask: __, ...own } = pythonScript;
  return { pythonScript: own };
}

function ofItsType(type: string, task: Members, within: Within): Members {
  const { called, keys, stands, own } = within;
  switch (formOf(type)) {
    case 'gate':
      return {
        conditions: objects(task.conditions).map(({ title }) => ({ name: text(title) })),
        dependencies: objects(task.dependencies).map(({ targetId }) => {
          const id = text(targetId);
          return writeTarget(id, own.get(last(id)), stands);
        }),
      };
    case 'linked': {
      const marks = marksOf(objects(task.tasks));
      const mark = (id: Json | undefined): string => marks.get(last(text(id))) ?? '';
      return {
        links: objects(task.links).map(({ source, target }) => ({ source: mark(source), target: mark(target) })),
      };
    }
    case 'asking': {
      const variables: readonly Json[] = Array.isArray(task.variables) ? task.variables : [];
      return {
        variables: variables.flatMap((each) => keys.get(last(isObject(each) ? text(each.id) : text(each))) ?? []),
      };
    }
    case 'creating': {
      const named = (id: string): Json => (id === '' ? null : (called(id) ?? id));
      return {
        template: named(text(task.templateId)),
        folder: named(text(task.folderId)),
        templateVariables: objects(task.templateVariables).map((variable) => writeVariable(variable, within)),
      };
    }
    case 'plain':
      return {};
  }
}

/** How links call the tasks of a group, by the last segments of their ids: by title, or by their place where titles repeat. */
function marksOf(tasks: readonly Members[]): ReadonlyMap<string, string> {
  const titles = tasks.map(({ title }) => text(title));
  return new Map(
    tasks.map(({ id }, index) => {
      const title = titles[index] ?? '';
      const isOne = titles.filter((each) => each === title).length === 1 && !title.startsWith('#');
      return [last(text(id)), isOne ? title : `#${index + 1}`];
    }),
  );
}
