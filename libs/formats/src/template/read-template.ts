import { isClosedType, isObject, type Json, manualType } from '@slipway/domain';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import { withoutForeignSecrets } from './foreign-secrets.ts';
import { called, lastOf, type Members, textIn, toldObjectsIn } from './members.ts';
import { upgradedTask } from './older-tasks.ts';
import { upgradedVariables } from './older-variables.ts';
import { readTeams } from './read-teams.ts';
import { withTypeRestored } from './unknown-task.ts';

/** A template as a file holds it, in the shape of today, and what of it was left out: a line for each. */
export interface FileTemplate {
  readonly template: Members;
  readonly warnings: readonly string[];
}

type Warn = (what: string) => void;

/**
 * The templates of a document: one, or a list of them as very old exports are (file-formats.md, .xlr). Shapes of older
 * models become those of today, and secrets of other servers are left out. Throws BadFile for what holds no template.
 */
export function templatesIn(document: Json): readonly FileTemplate[] {
  const list: readonly Json[] = Array.isArray(document) ? document : [document];
  if (list.length === 0) throw new BadFile('the file holds no template');
  if (list.length > mostTemplates) throw new BadFile(`a file may hold at most ${mostTemplates} templates`);
  return list.map(readTemplate);
}

/** Templates of one file: they are made in one transaction. */
const mostTemplates = 100;

function readTemplate(document: Json): FileTemplate {
  if (!isObject(document)) throw new BadFile('a template is an object with a title');
  requireRelease(document);
  const warnings: string[] = [];
  const warn: Warn = (what) => warnings.push(what);
  const { phases, variables: _, variableValues: __, passwordVariableValues: ___, ...others } = document;
  const { teams, releaseTriggers, ...own } = others;
  // Comments of a running release are not part of its plan.
  const prefix = namespaceOf(textIn(own.type) ?? '');
  const isRun = own.status !== undefined && own.status !== null && own.status !== 'TEMPLATE';
  const template = {
    ...withoutForeignSecrets(own, warn),
    ...(teams !== undefined && { teams: readTeams(teams, warn) }),
    releaseTriggers: toldObjectsIn(releaseTriggers, 'releaseTriggers', warn).map((trigger) => {
      const at = called('trigger', trigger);
      return withoutForeignSecrets(trigger, (what) => warn(`${at}: ${what}`));
    }),
    variables: upgradedVariables(document, warn),
    phases: toldObjectsIn(phases, 'phases', warn).map((phase) => readPhase(phase, { isRun, prefix, warn })),
  };
  return { template, warnings };
}

/** A file may hold something else that has a title: a folder, a task, a configuration. */
function requireRelease({ type }: Members): void {
  const written = textIn(type);
  if (written && lastOf(written) !== 'Release') {
    throw new BadFile(`a template has the type rel.Release, and this has '${inLine(written)}'`);
  }
}

const hexColor = /^#[0-9a-fA-F]{3,8}$/;

function readPhase({ color, tasks, ...phase }: Members, place: Omit<TaskPlace, 'phase'>): Members {
  const { warn } = place;
  const at = called('phase', phase);
  const shown = textIn(color);
  const isColor = shown !== null && hexColor.test(shown);
  if (shown !== null && !isColor) warn(`${at}: color '${inLine(shown)}' was left out: it is no color`);
  return {
    ...phase,
    ...(isColor && { color: shown }),
    tasks: toldObjectsIn(tasks, 'tasks', (what) => warn(`${at}: ${what}`)).map((task) =>
      readTask(task, { ...place, phase: at }),
    ),
  };
}

interface TaskPlace {
  /** what its phase is called in warnings */
  readonly phase: string;
  readonly isRun: boolean;
  /** of our types in this document; an empty text: none */
  readonly prefix: string;
  readonly warn: Warn;
}

function readTask(written: Members, place: TaskPlace): Members {
  const { phase, isRun, prefix, warn } = place;
  // The type of a task that was unknown elsewhere may be known here.
  const task = withTypeRestored(written);
  const at = `${called('task', task)} in ${phase}`;
  const warnHere: Warn = (what) => warn(`${at}: ${what}`);
  const { tasks } = task;
  return {
    ...withoutForeignSecrets(upgradedTask(withPlaceForScript(task, prefix, warnHere), warnHere), warnHere),
    ...(isRun && task.comments !== undefined && { comments: [] }),
    ...(tasks !== undefined && {
      tasks: toldObjectsIn(tasks, 'tasks', warnHere).map((inner) => readTask(inner, place)),
    }),
  };
}

const namespaceOf = (type: string): string => type.slice(0, Math.max(0, type.lastIndexOf('.')));

/** A task without the script of a plugin if its type, which is one of ours, has no place for one. */
function withPlaceForScript({ pythonScript, ...task }: Members, prefix: string, warn: Warn): Members {
  if (pythonScript === undefined) return task;
  const type = textIn(task.type) ?? manualType;
  const isOurs = ['', 'rel', prefix].includes(namespaceOf(type));
  if (!isOurs || !isClosedType(lastOf(type))) return { ...task, pythonScript };
  if (pythonScript !== null)
    warn(`pythonScript was left out: a task of type '${inLine(type)}' runs no script of a plugin`);
  return task;
}
