import { type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import { isClosedType, isObject, type Json, manualType } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { withoutForeignSecrets } from './foreign-secrets.ts';
import { type Members, objectsWithWarning, phasePart, taskPart, textIn, triggerPart, typeNameOf } from './members.ts';
import { withTypeRestored } from './unknown-task.ts';
import { upgradeTask, upgradeVariables } from './upgrade.ts';

/** A template from a file, in the current form, and a warning for each omitted part. */
export interface FileTemplate {
  readonly template: Members;
  readonly warnings: readonly Message[];
}

/**
 * Reads the templates of a document: one, or a list in very old exports (file-formats.md, .xlr). Converts older models
 * to the current form, and omits secrets of other servers. Throws BadFile for a document without a template.
 */
export function templatesIn(document: Json): readonly FileTemplate[] {
  const list: readonly Json[] = Array.isArray(document) ? document : [document];
  if (list.length === 0) throw new BadFile(message('file.noTemplate'));
  if (list.length > maxTemplates) throw new BadFile(message('file.tooManyTemplates', { max: maxTemplates }));
  return list.map(readTemplate);
}

/** The maximum number of templates in one file, because one transaction creates them. */
const maxTemplates = 100;

function readTemplate(document: Json): FileTemplate {
  if (!isObject(document)) throw new BadFile(message('file.templateWithoutTitle'));
  requireRelease(document);
  const warnings: Message[] = [];
  const warn: Warn = (warning) => warnings.push(warning);
  const { phases, variables: _, variableValues: __, passwordVariableValues: ___, ...others } = document;
  const { teams, releaseTriggers, ...own } = others;
  // Comments of a running release are not part of its plan.
  const prefix = namespaceOf(textIn(own.type) ?? '');
  const isRun = own.status !== undefined && own.status !== null && own.status !== 'TEMPLATE';
  const template = {
    ...withoutForeignSecrets(own, warn),
    ...(teams !== undefined && { teams: readTeams(teams, warn) }),
    releaseTriggers: objectsWithWarning(releaseTriggers, 'releaseTriggers', warn).map((trigger) =>
      withoutForeignSecrets(trigger, warnAt(warn, triggerPart(trigger))),
    ),
    variables: upgradeVariables(document, warn),
    phases: objectsWithWarning(phases, 'phases', warn).map((phase) => readPhase(phase, { isRun, prefix, warn })),
  };
  return { template, warnings };
}

/** Throws BadFile for another object with a title: a folder, a task or a configuration. */
function requireRelease({ type }: Members): void {
  const rawTask = textIn(type);
  if (rawTask && typeNameOf(rawTask) !== 'Release') {
    throw new BadFile(message('file.wrongType', { type: toSingleLine(rawTask) }));
  }
}

const hexColor = /^#[0-9a-fA-F]{3,8}$/;

function readPhase({ color, tasks, ...phase }: Members, context: Omit<TaskContext, 'phase'>): Members {
  const part = phasePart(phase);
  const warn = warnAt(context.warn, part);
  const colorText = textIn(color);
  const isColor = colorText !== null && hexColor.test(colorText);
  if (colorText !== null && !isColor) warn(message('file.badColor', { color: toSingleLine(colorText) }));
  return {
    ...phase,
    ...(isColor && { color: colorText }),
    tasks: objectsWithWarning(tasks, 'tasks', warn).map((task) => readTask(task, { ...context, phase: part })),
  };
}

interface TaskContext {
  /** whether the file contains a release instead of a template */
  readonly phase: Message;
  readonly isRun: boolean;
  /** the prefix of built-in types in this document; empty: no prefix */
  readonly prefix: string;
  readonly warn: Warn;
}

function readTask(rawTask: Members, context: TaskContext): Members {
  const { phase, isRun, prefix, warn } = context;
  // A type that was unknown to the exporting server may be known here.
  const task = withTypeRestored(rawTask);
  const warnHere = warnAt(warn, taskPart(task, phase));
  const { tasks } = task;
  return {
    ...withoutForeignSecrets(upgradeTask(withoutUnsupportedScript(task, prefix, warnHere), warnHere), warnHere),
    ...(isRun && task.comments !== undefined && { comments: [] }),
    ...(tasks !== undefined && {
      tasks: objectsWithWarning(tasks, 'tasks', warnHere).map((inner) => readTask(inner, context)),
    }),
  };
}

const namespaceOf = (type: string): string => type.slice(0, Math.max(0, type.lastIndexOf('.')));

/** Removes the plugin script of a task with a built-in type that has no script. */
function withoutUnsupportedScript({ pythonScript, ...task }: Members, prefix: string, warn: Warn): Members {
  if (pythonScript === undefined) return task;
  const type = textIn(task.type) ?? manualType;
  const isOurs = ['', 'rel', prefix].includes(namespaceOf(type));
  if (!isOurs || !isClosedType(typeNameOf(type))) return { ...task, pythonScript };
  if (pythonScript !== null) warn(message('file.unsupportedScript', { type: toSingleLine(type) }));
  return task;
}

/** The maximum length of the name of a team, in characters. */
const maxTeamNameLength = 255;

/** The members of a team that contain lists of names. */
const teamLists = ['members', 'roles', 'permissions'] as const;

/** Reads the teams of a file. Invalid teams and members are omitted, so that they do not prevent the import. */
const readTeams = (teams: Json, warn: Warn): readonly Members[] =>
  objectsWithWarning(teams, 'teams', warn).flatMap((team) => {
    const name = (textIn(team.teamName) ?? '').trim();
    if (name !== '' && name.length <= maxTeamNameLength) return [readTeam(team, name, warn)];
    warn(message('file.badTeamName', { team: toSingleLine(name), max: maxTeamNameLength }));
    return [];
  });

function readTeam(team: Members, name: string, warn: Warn): Members {
  const readMembers = teamLists.flatMap((list): [string, Json][] => {
    const { [list]: rawNames = null } = team;
    const names = Array.isArray(rawNames) ? rawNames.flatMap((item: Json) => textIn(item) ?? []) : [];
    const isComplete = rawNames === null || (Array.isArray(rawNames) && names.length === rawNames.length);
    if (!isComplete) warn(message('file.badTeamItems', { team: toSingleLine(name), member: list }));
    return rawNames === null ? [] : [[list, names]];
  });
  const { members: _, roles: __, permissions: ___, ...own } = team;
  return { ...own, ...Object.fromEntries(readMembers) };
}
